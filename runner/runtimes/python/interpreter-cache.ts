import * as z from 'zod'
import { keptBuild } from '../kept-build.ts'
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

/** The files of the interpreter that the project uses stay. */
function cached<Made>({ projectRoot, key }: CachePlace, schema: z.ZodType<Made>, make: () => Promise<Made>) {
  return keptBuild({ projectRoot, folder: 'python', key }, schema, make, () => [interpreterKey(projectRoot)])
}
