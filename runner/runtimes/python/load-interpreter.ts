import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { meter } from '../wasm/meter.ts'
import type { PythonImage } from './guest-protocol.ts'
import {
  type CachedInterpreter,
  cachedInterpreter,
  readChecked,
  readGuestFiles,
  readZoneSource,
  zoneFiles,
} from './interpreter-files.ts'
import { type BootOptions, makeImage } from './make-image.ts'
import { prepareModule } from './prepare-module.ts'
import { pythonModule } from './python-module.ts'
import type { FixedFiles } from './wasi/files.ts'
import type { ImportsOptions } from './wasi/imports.ts'

/** What a worker thread needs to run Python. Its memory is shared. */
export type LoadedInterpreter = {
  readonly module: WebAssembly.Module
  readonly image: PythonImage
  readonly fixed: FixedFiles
}

/** At most 1 GB: the image, and what an execution may add. */
const maxPages = 16_384
const bootFile = 'data/travel/boot.py'
/**
 * How much of a function runs, roughly in bytes, before the engine optimizes it. V8's default of 13 MB leaves Python's
 * parser and compiler unoptimized for hundreds of executions, as each runs little of them.
 */
const optimizeAfterBytes = 200_000

export const meterPython = (binary: Uint8Array) =>
  meter(binary, { maxPages, interruptImport: 'sched_yield', notesLowestStack: false })
const libraryPath = `data/lib/python${pythonModule.version.split('.').slice(0, 2).join('')}.zip`

/** How Python runs this code: isolated from the environment, which has only the place of the library. */
export const programOf = (code: string): ImportsOptions => ({
  args: ['python', '-S', '-s', '-P', '-B', '-X', 'utf8', '-c', code],
  env: { PYTHONHOME: '/data' },
})

/** Loads Python, from the cache if it was made before; otherwise that takes seconds of computing: see `create-python-runtime.ts`. */
export async function loadInterpreter(projectRoot: string, key: string): Promise<LoadedInterpreter> {
  setFlagsFromString(`--wasm-tiering-budget=${optimizeAfterBytes}`)
  const made = await cachedInterpreter({ projectRoot, key }, () => makeInterpreter(projectRoot))
  const { metered: binary, image, library, zones } = made
  return {
    module: await WebAssembly.compile(binary),
    image: { ...image, memory: shared(image.memory) },
    fixed: sharedFiles(new Map([[libraryPath, library], ...zones])),
  }
}

async function makeInterpreter(projectRoot: string): Promise<CachedInterpreter> {
  const { wasmFile, wasmSha256, zipFile, zipSha256 } = pythonModule
  const binary = await readChecked(join(/* turbopackIgnore: true */ projectRoot, wasmFile), wasmSha256)
  const module = await WebAssembly.compile(meterPython(prepareModule(binary)))
  const library = await readChecked(join(/* turbopackIgnore: true */ projectRoot, zipFile), zipSha256)
  const guest = readGuestFiles(projectRoot)
  const boot = Buffer.from(guest.get(bootFile) ?? '').toString()
  const options: BootOptions = {
    module,
    ...programOf(boot),
    fixed: new Map([...guest, [libraryPath, library]]),
  }
  return {
    metered: meterPython(prepareModule(binary, { dropData: true })),
    image: makeImage(options),
    library,
    zones: zoneFiles(readZoneSource(projectRoot)),
  }
}

/** The interpreter with further files that all executions share. */
export const withFiles = (loaded: LoadedInterpreter, files: FixedFiles): LoadedInterpreter => ({
  ...loaded,
  fixed: new Map([...loaded.fixed, ...sharedFiles(files)]),
})

/** Puts all files into one memory, and equal ones into one place. */
function sharedFiles(files: FixedFiles): FixedFiles {
  const places = new Map<Uint8Array, number>()
  let size = 0
  for (const bytes of files.values()) {
    if (places.has(bytes)) continue
    places.set(bytes, size)
    size += bytes.length
  }
  const memory = new SharedArrayBuffer(size)
  for (const [bytes, at] of places) new Uint8Array(memory).set(bytes, at)
  return new Map(
    Array.from(files, ([path, bytes]) => [path, new Uint8Array(memory, places.get(bytes), bytes.length)] as const),
  )
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
