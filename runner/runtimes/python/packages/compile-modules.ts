import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import * as z from 'zod'
import { guestRequest, inputFrame } from '../guest-protocol.ts'
import type { LoadedInterpreter } from '../load-interpreter.ts'
import { PythonVm } from '../python-vm.ts'
import type { FixedFiles } from '../wasi/files.ts'
import { type Device, World } from '../wasi/world.ts'

/** Compiling a megabyte takes about two seconds. Modules beyond this are compiled in each execution that imports them. */
const maxSourceBytes = 4 * 1024 * 1024
/** Modules that are compiled without a pause. */
const batchBytes = 32 * 1024
/** Twenty times of what a usual batch takes. */
const batchFuel = 10_000_000_000

const Compiled = z.object({ results: z.tuple([z.object({ result: z.record(z.string(), z.base64()) })]) })

class Finished extends Error {}

/**
 * The compiled modules of packages, at the paths where an interpreter looks for them: importing them takes a fraction of
 * the time. A module that does not compile is left out, and its import fails as it would without this.
 */
export async function compileModules(
  interpreter: LoadedInterpreter,
  packages: FixedFiles,
  fuel = batchFuel,
): Promise<FixedFiles> {
  const compiled = new Map<string, Uint8Array>()
  for (const paths of batchesOf(packages)) {
    for (const [path, bytes] of await compileAny(interpreter, paths, fuel)) compiled.set(path, bytes)
    // The image runs in this thread, which also serves requests.
    await turnOfTheEventLoop()
  }
  return compiled
}

function batchesOf(packages: FixedFiles): ReadonlyArray<readonly string[]> {
  const batches: string[][] = []
  let total = 0
  let room = 0
  for (const [path, { length }] of packages) {
    if (!path.endsWith('.py') || total + length > maxSourceBytes) continue
    total += length
    if (room < length) {
      batches.push([])
      room = batchBytes
    }
    batches.at(-1)?.push(`/${path}`)
    room -= length
  }
  return batches
}

/** A module may be made to keep the compiler busy, or to end it: the others are compiled without it. */
async function compileAny(interpreter: LoadedInterpreter, paths: readonly string[], fuel: number): Promise<FixedFiles> {
  try {
    return await compileBatch(interpreter, paths, fuel)
  } catch {
    const [half, other] = [paths.slice(0, paths.length / 2), paths.slice(paths.length / 2)]
    if (paths.length < 2) return new Map()
    return new Map([...(await compileAny(interpreter, half, fuel)), ...(await compileAny(interpreter, other, fuel))])
  }
}

async function compileBatch(
  { module, image, fixed }: LoadedInterpreter,
  paths: readonly string[],
  fuel: number,
): Promise<FixedFiles> {
  let reply: Uint8Array = new Uint8Array()
  let answer: string | undefined
  const device: Device = {
    request: (bytes) => {
      const kind = bytes.toString('latin1', 0, 1)
      const rest = bytes.subarray(1)
      if (kind === guestRequest.input) {
        reply = inputFrame('{}', scriptFor(paths))
        return
      }
      if (kind === guestRequest.returned) answer = rest.toString()
      throw new Finished(rest.toString())
    },
    reply: () => reply,
    taken: (bytes) => {
      reply = reply.subarray(bytes)
    },
    print: () => {},
  }
  const vm = new PythonVm({ module, interrupt: () => {}, program: { args: ['python'], suspends: true } })
  vm.restore(image)
  vm.fuel = fuel
  const open = image.devices.map((fd) => [fd, { kind: 'device' }] as const)
  vm.world = new World({ fixed, open, seed: '00', nowMs: 0, device })
  await vm.run(image).catch((cause: unknown) => {
    if (!(cause instanceof Finished) || answer === undefined) throw new Error('Packages do not compile', { cause })
  })
  const { results } = Compiled.parse(JSON.parse(answer ?? ''))
  return new Map(Object.entries(results[0].result).map(([path, code]) => [path.slice(1), Buffer.from(code, 'base64')]))
}

/** The files that it makes are not compared with their sources: neither can change. */
const scriptFor = (paths: readonly string[]) => `
import base64, importlib._bootstrap_external as external, importlib.util, warnings
warnings.simplefilter('ignore')
made = {}
for path in ${JSON.stringify(paths)}:
    with open(path, 'rb') as file:
        source = file.read()
    try:
        code = compile(source, path, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        continue
    compiled = external._code_to_hash_pyc(code, importlib.util.source_hash(source), False)
    made[importlib.util.cache_from_source(path)] = base64.b64encode(compiled).decode()
set_result(made)
`
