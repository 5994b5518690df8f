import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as z from 'zod'
import type { PythonImage } from './python-vm.ts'

/** What is made of a build, once. */
export type CachedInterpreter = {
  /** The metered module without its data. */
  readonly metered: Uint8Array<ArrayBuffer>
  readonly image: PythonImage
  readonly library: Uint8Array
}

/**
 * Beside the packages, whose code the app runs too: anyone who can write here could also write there. Therefore it is
 * not a folder that users share.
 */
export const interpreterCacheFolder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'python')

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
})

const pathOf = (key: string) => join(interpreterCacheFolder, `${key}.zst`)

/** `undefined`: there is none, or it is damaged. */
export async function readCached(key: string): Promise<CachedInterpreter | undefined> {
  try {
    return Cached.parse(deserialize(zstdDecompressSync(await readFile(pathOf(key)))))
  } catch {
    return undefined
  }
}

/** Writes it for the next start. Where the folder cannot be written, each start makes it anew. */
export async function writeCached(key: string, made: CachedInterpreter): Promise<CachedInterpreter> {
  const { image } = made
  const plain = { ...made, image: { ...image, memory: Uint8Array.from(image.memory) } }
  const unfinished = `${pathOf(key)}.${process.pid}`
  try {
    await mkdir(interpreterCacheFolder, { recursive: true, mode: 0o700 })
    await writeFile(unfinished, zstdCompressSync(serialize(plain)))
    await rename(unfinished, pathOf(key))
  } catch {
    return made
  }
  return made
}
