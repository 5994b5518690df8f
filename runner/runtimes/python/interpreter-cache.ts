import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import * as z from 'zod'
import type { PythonImage } from './python-vm.ts'
import type { FixedFiles } from './wasi/files.ts'

/** What is made of a build, once. */
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
const folder = 'node_modules/.cache/python'

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

const pathOf = (projectRoot: string, key: string) => join(/* turbopackIgnore: true */ projectRoot, folder, `${key}.zst`)

/** `undefined`: there is none, or it is damaged. */
export async function readCached(projectRoot: string, key: string): Promise<CachedInterpreter | undefined> {
  try {
    return Cached.parse(deserialize(zstdDecompressSync(await readFile(pathOf(projectRoot, key)))))
  } catch {
    return undefined
  }
}

/** Writes it for the next start. Where the folder cannot be written, each start makes it anew. */
export async function writeCached(
  projectRoot: string,
  key: string,
  made: CachedInterpreter,
): Promise<CachedInterpreter> {
  const { image } = made
  const plain = { ...made, image: { ...image, memory: Uint8Array.from(image.memory) } }
  const path = pathOf(projectRoot, key)
  const unfinished = `${path}.${process.pid}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(unfinished, zstdCompressSync(serialize(plain)))
    await rename(unfinished, path)
  } catch {
    return made
  }
  return made
}
