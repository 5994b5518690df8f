import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nativeModules } from '../../contract/native-modules.ts'
import { sha256 } from '../../core/hash.ts'
import { readFolder } from '../kept-build.ts'
import { pythonModule } from './python-module.ts'
import type { FixedFiles } from './wasi/files.ts'
import { readZoneSource, zoneDataFile } from './zones/zone-files.ts'

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
