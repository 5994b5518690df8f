import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as z from 'zod'
import { interpreterKey } from './interpreter-files.ts'
import type { PythonImage } from './python-vm.ts'
import type { FixedFiles } from './wasi/files.ts'

/** What is made of the build, once. */
export type CachedInterpreter = {
  /** The metered module without its data. */
  readonly metered: Uint8Array<ArrayBuffer>
  readonly image: PythonImage
  readonly library: Uint8Array
  /** Those of `zoneinfo`. */
  readonly zones: FixedFiles
}

/**
 * Beside the packages, whose code the app runs too: anyone who can write here could also write there. Therefore it is
 * not a folder that users share.
 */
export const interpreterCacheFolder = 'node_modules/.cache/python'

const bytes = z.instanceof(Uint8Array<ArrayBuffer>)
const Cached: z.ZodType<CachedInterpreter> = z.object({
  metered: bytes,
  image: z.object({
    memory: bytes,
    start: z.literal(0),
    stackPointer: z.int(),
    entry: z.int(),
    code: z.int(),
    devices: z.array(z.int()),
  }),
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

async function cached<Made>(
  { projectRoot, key }: CachePlace,
  schema: z.ZodType<Made>,
  make: () => Promise<Made>,
): Promise<Made> {
  const path = join(/* turbopackIgnore: true */ projectRoot, interpreterCacheFolder, `${key}.zst`)
  try {
    return schema.parse(deserialize(zstdDecompressSync(await readFile(path))))
  } catch {
    // There is none, or it is damaged.
  }
  const made = await make()
  const unfinished = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(unfinished, zstdCompressSync(serialize(made)))
    await rename(unfinished, path)
    await removeUnused(projectRoot, key)
  } catch {
    // Where the folder cannot be written, each start makes it anew.
  }
  return made
}

/**
 * Removes what the project no longer uses: after a change of its code, it has another key. A process that
 * reads one of these files reads it to its end, or finds none and makes it.
 */
async function removeUnused(projectRoot: string, written: string): Promise<void> {
  const keys = [written, await interpreterKey(projectRoot)]
  const folder = join(/* turbopackIgnore: true */ projectRoot, interpreterCacheFolder)
  const unused = (await readdir(folder)).filter((name) => !keys.some((key) => name.startsWith(key)))
  await Promise.all(unused.map((name) => rm(join(folder, name), { force: true })))
}
