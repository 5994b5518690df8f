import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import * as z from 'zod'
import { nativeModules } from '../../contract/native-modules.ts'
import { sha256 } from '../../core/hash.ts'
import { keptBuild, readFolder } from '../kept-build.ts'
import { PythonImage } from './guest-protocol.ts'
import { pythonModule } from './python-module.ts'
import type { FixedFiles } from './wasi/files.ts'

/** Where the guest finds the zones: `boot.py` tells `zoneinfo`. */
const folder = 'data/zoneinfo'
/** `scripts/pack-time-zones.ts` makes it from the time zone database, which is in the public domain. */
export const zoneDataFile = 'runner/runtimes/python/zones/time-zones.zst'

/** The zones by name: each file of `zic` as base64, or, after `=`, the name of a zone with the same file. */
export const ZoneData = z.object({ version: z.string(), zones: z.record(z.string(), z.string()) })

export const readZoneSource = (projectRoot: string): Buffer =>
  readFileSync(join(/* turbopackIgnore: true */ projectRoot, zoneDataFile))

/** The time zones of the whole world, by the paths of their files in an interpreter. Equal files are one. */
export function zoneFiles(source: Buffer): FixedFiles {
  const { zones } = ZoneData.parse(JSON.parse(zstdDecompressSync(source).toString()))
  const files = new Map<string, Uint8Array>()
  for (const [name, text] of Object.entries(zones)) {
    const same = text.startsWith('=') ? files.get(`${folder}/${text.slice(1)}`) : Buffer.from(text, 'base64')
    if (!same) throw new TypeError(`The time zone ${name} is ${text.slice(1)}, which is missing`)
    files.set(`${folder}/${name}`, same)
  }
  return files
}

/** The platform's Python modules: where an interpreter finds each folder, and where the project has it. */
const guestFolders = [
  ['data/travel/travel_script', 'skills/base-image/python/travel_script'],
  ['data/travel/travel_skill', 'skills/base-image/python/travel_skill'],
  // The last one takes the place of files of the others.
  ['data/travel', 'runner/runtimes/python/guest'],
] as const
/** The code that decides what an image holds and what an execution costs. */
const codeFolders = ['runner/runtimes/wasm', 'runner/runtimes/python']

/** Whether the project has the files of CPython. They are checked when they are loaded. */
export const hasPython = (projectRoot: string): boolean =>
  [zoneDataFile, pythonModule.wasmFile, pythonModule.zipFile].every((file) =>
    existsSync(join(/* turbopackIgnore: true */ projectRoot, file)),
  )

/** Reads a file that must have this hash. */
export async function readChecked(path: string, expected: string): Promise<Buffer> {
  const bytes = await readFile(path)
  if (sha256(bytes) !== expected) throw new TypeError(`${path} is not the file that this version of the app knows`)
  return bytes
}

/** The platform's Python modules, by their paths in an interpreter. */
export function readGuestFiles(projectRoot: string): FixedFiles {
  const files = new Map<string, Uint8Array>()
  for (const [to, from] of guestFolders) {
    for (const [name, bytes] of readFolder(join(/* turbopackIgnore: true */ projectRoot, from), '.py'))
      files.set(`${to}/${name}`, bytes)
  }
  files.set('data/travel/native-modules.txt', Buffer.from([...nativeModules.python].join('\n')))
  return files
}

/** The packages that come with Python, in its library. A test compares their versions. */
export const platformVersions = { httpx: '0.28.1', idna: '3.10', requests: '2.32.3', urllib3: '2.3.0' } as const

/** The names of the platform's modules, which no package can have. */
export function platformModules(projectRoot: string): ReadonlySet<string> {
  const inside = guestFolders.at(-1)?.[0].length ?? 0
  const paths = [...readGuestFiles(projectRoot).keys()]
  const own = paths.map(
    (path) =>
      path
        .slice(inside + 1)
        .split('/')[0]
        ?.replace(/\.\w+$/, '') ?? '',
  )
  return new Set([...own, ...Object.keys(platformVersions)])
}

/** Identifies the build with the platform's code around it: with an equal key, images and fuel are equal. */
export function interpreterKey(projectRoot: string): string {
  const zones = sha256(readZoneSource(projectRoot))
  const parts = [pythonModule.wasmSha256, pythonModule.zipSha256, zones]
  for (const [path, bytes] of readGuestFiles(projectRoot)) parts.push(path, sha256(bytes))
  for (const folder of codeFolders) {
    for (const [name, bytes] of readFolder(join(/* turbopackIgnore: true */ projectRoot, folder), '.ts')) {
      if (!name.includes('.test.')) parts.push(name, sha256(bytes))
    }
  }
  return sha256(Buffer.from(parts.join('\n')))
}

/** What is made of the build, once. */
export type CachedInterpreter = {
  /** The metered module without its data. */
  readonly metered: Uint8Array<ArrayBuffer>
  readonly image: PythonImage
  readonly library: Uint8Array
  /** Those of `zoneinfo`. */
  readonly zones: FixedFiles
}

const bytes = z.instanceof(Uint8Array<ArrayBuffer>)
const Cached: z.ZodType<CachedInterpreter> = z.object({
  metered: bytes,
  image: PythonImage,
  library: bytes,
  zones: z.map(z.string(), bytes),
})

const CachedFiles: z.ZodType<FixedFiles> = z.map(z.string(), bytes)

/** Where a cached file is: its project, and what identifies its content. */
export type CachePlace = { readonly projectRoot: string; readonly key: string }

/** Reads the interpreter of a key from the cache, or makes it and writes it for the next start. */
export const cachedInterpreter = (
  place: CachePlace,
  make: () => Promise<CachedInterpreter>,
): Promise<CachedInterpreter> =>
  cached(place, Cached, async () => {
    const made = await make()
    return { ...made, image: { ...made.image, memory: Uint8Array.from(made.image.memory) } }
  })

/** Like `cachedInterpreter`, for files. */
export const cachedFiles = (place: CachePlace, make: () => Promise<FixedFiles>): Promise<FixedFiles> =>
  cached(place, CachedFiles, make)

/** The files of the interpreter that the project uses stay. */
function cached<Made>({ projectRoot, key }: CachePlace, schema: z.ZodType<Made>, make: () => Promise<Made>) {
  return keptBuild({ projectRoot, folder: 'python', key }, schema, make, () => [interpreterKey(projectRoot)])
}
