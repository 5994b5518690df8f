import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProjectRoot } from '../../lib/platform/server/env/project-root.ts'
import { inputFrame } from '../../runner/runtimes/python/guest-protocol.ts'
import { interpreterKey } from '../../runner/runtimes/python/interpreter-files.ts'
import { loadInterpreter, meterPython, programOf } from '../../runner/runtimes/python/load-interpreter.ts'
import { prepareModule } from '../../runner/runtimes/python/prepare-module.ts'
import { pythonModule } from '../../runner/runtimes/python/python-module.ts'
import { PythonVm } from '../../runner/runtimes/python/python-vm.ts'
import { type ImportsOptions, wasiImports } from '../../runner/runtimes/python/wasi/imports.ts'
import type { WasiVm } from '../../runner/runtimes/python/wasi/wasi-vm.ts'
import { type Device, World } from '../../runner/runtimes/python/wasi/world.ts'
import { helloProgram } from '../jobs/python-programs.ts'
import { pythonWork, repeated } from '../jobs/python-work.ts'
import { timesOf, valuesOf } from '../measure.ts'
import { type Job, serve } from '../process/serve.ts'

type Exports = { readonly memory: WebAssembly.Memory; _start(): void }

/** CPython without the meter, with the same host functions: it can be neither bounded nor stopped. */
class PlainPython implements WasiVm {
  readonly engine: Exports
  #world: World | undefined
  #bytes = Buffer.alloc(0)
  #view = new DataView(new ArrayBuffer(0))

  constructor(module: WebAssembly.Module, program: ImportsOptions) {
    const { exports } = new WebAssembly.Instance(
      module,
      wasiImports(() => this, program),
    )
    if (!isInterpreter(exports)) throw new TypeError('The WebAssembly module is not an interpreter')
    this.engine = exports
  }

  get world(): World {
    if (!this.#world) throw new Error('The interpreter runs outside an execution')
    return this.#world
  }
  set world(world: World) {
    this.#world = world
  }

  bytes(): Buffer {
    const { buffer } = this.engine.memory
    if (this.#bytes.buffer !== buffer) this.#bytes = Buffer.from(buffer)
    return this.#bytes
  }

  view(): DataView {
    const { buffer } = this.engine.memory
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer)
    return this.#view
  }

  spend(): void {}

  yielded(): void {}
}

function isInterpreter(exports: object): exports is Exports {
  const all = new Map(Object.entries(exports))
  return all.get('memory') instanceof WebAssembly.Memory && typeof all.get('_start') === 'function'
}

/** Parts of the runtime of Python, on this thread. */

const projectRoot = findProjectRoot()
const prepared = prepareModule(await readFile(join(projectRoot, pythonModule.wasmFile)))
const loaded = await loadInterpreter(projectRoot, interpreterKey(projectRoot))

const seed = '00'
const fuel = Number.MAX_SAFE_INTEGER
const rounds = 4
/** The first runs of each round do not count: the engine then compiles what it finds hot. */
const warmUpMs = 600
const measuredMs = 600

/** Ends the guest, which has run for long enough: its CPU time for each run. */
class Enough extends Error {
  readonly ms: number

  constructor(ms: number) {
    super('It has run for long enough')
    this.ms = ms
  }
}

/** CPU time in milliseconds of one run: between the lines that a program prints, on average, as some clocks are coarse. */
function timeIn(vm: PythonVm | PlainPython): number {
  let runs = 0
  let begun = process.threadCpuUsage()
  let isWarm = false
  const print = () => {
    const { user, system } = process.threadCpuUsage(begun)
    const ms = (user + system) / 1000
    if (isWarm) runs += 1
    if (isWarm && ms > measuredMs) throw new Enough(ms / runs)
    if (isWarm || ms < warmUpMs) return
    isWarm = true
    begun = process.threadCpuUsage()
  }
  const device: Device = { request: () => {}, reply: () => new Uint8Array(), taken: () => {}, print }
  vm.world = new World({ fixed: loaded.fixed, seed, nowMs: 0, device })
  try {
    vm.engine._start()
  } catch (cause) {
    if (cause instanceof Enough) return cause.ms
    throw cause
  }
  throw new Error('The work ended by itself')
}

/** The CPU time of one run, metered and not, in turns. */
const meteringJob =
  (work: string): Job =>
  async () => {
    const program = programOf(repeated(work))
    const module = await WebAssembly.compile(meterPython(prepared))
    const plain = await WebAssembly.compile(prepared)
    const metered: number[] = []
    const unmetered: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const vm = new PythonVm({ module, interrupt: () => {}, program })
      vm.fuel = fuel
      metered.push(timeIn(vm))
      unmetered.push(timeIn(new PlainPython(plain, program)))
    }
    return { values: { metered: Math.min(...metered), unmetered: Math.min(...unmetered) } }
  }

const newVm = () =>
  new PythonVm({ module: loaded.module, interrupt: () => {}, program: { args: ['python'], suspends: true } })

/** Runs the program of `hello`, whose traces a restore erases. */
async function runHello(vm: PythonVm): Promise<void> {
  let reply: Uint8Array = inputFrame('{}', helloProgram)
  const device: Device = {
    request: () => {},
    reply: () => reply,
    taken: (bytes) => {
      reply = reply.subarray(bytes)
    },
    print: () => {},
  }
  const open = loaded.image.devices.map((fd) => [fd, { kind: 'device' }] as const)
  vm.fuel = fuel
  vm.world = new World({ fixed: loaded.fixed, open, seed, nowMs: 0, device })
  await vm.run(loaded.image)
}

await serve({
  ...Object.fromEntries(Object.entries(pythonWork).map(([name, work]) => [name, meteringJob(work)])),
  instance: async ({ n }) => {
    const make = () => newVm().restore(loaded.image)
    await timesOf(3, 1, make)
    return { values: valuesOf(await timesOf(n, 1, make)) }
  },
  restore: async ({ n }) => {
    const vm = newVm()
    vm.restore(loaded.image)
    const restore = () => vm.restore(loaded.image)
    const before = () => runHello(vm)
    await timesOf(50, 1, restore, before)
    return { values: valuesOf(await timesOf(n, 1, restore, before)) }
  },
})
