import { GuestException } from '../wasm/guest-failure.ts'
import { GuestVm, isMetered, type MeteredExports, wasmPageBytes } from '../wasm/guest-vm.ts'
import type { PythonImage } from './guest-protocol.ts'
import { GuestExit, type ImportsOptions, wasiImports } from './wasi/imports.ts'
import { suspended } from './wasi/jspi.ts'
import type { WasiVm } from './wasi/wasi-vm.ts'
import type { World } from './wasi/world.ts'

/** The exports of the metered interpreter that the runtime uses. */
type Interpreter = MeteredExports & {
  readonly __table: WebAssembly.Table
  /** Starts the interpreter, which runs its program to the end. */
  _start(): void
}

/** Used up its fuel, in work of the host. */
class OutOfFuel extends Error {}

/** Fuel after which the host looks whether the guest has to stop. About 20 milliseconds. */
const sliceFuel = 10_000_000

const zeros = new Uint8Array(wasmPageBytes)

type PythonVmOptions = {
  readonly module: WebAssembly.Module
  readonly program: ImportsOptions
  /** Throws if the running guest has to stop. */
  interrupt(): void
}

/** One instance of CPython. Executions take turns in it: each continues in the memory that it left. */
export class PythonVm extends GuestVm<PythonImage> implements WasiVm {
  override readonly engine: Interpreter
  readonly #interrupt: () => void
  #world: World | undefined
  #askBelow = 0

  constructor({ module, program, interrupt }: PythonVmOptions) {
    super()
    const { exports } = new WebAssembly.Instance(
      module,
      wasiImports(() => this, program),
    )
    if (!isInterpreter(exports)) throw new TypeError('The WebAssembly module is not the metered interpreter')
    this.engine = exports
    this.#interrupt = interrupt
  }

  get world(): World {
    if (!this.#world) throw new Error('The interpreter runs outside an execution')
    return this.#world
  }
  set world(world: World) {
    this.#world = world
  }

  override get fuel(): number {
    return super.fuel
  }
  override set fuel(units: number) {
    super.fuel = units
    this.#askBelow = Math.max(0, units - sliceFuel)
    this.engine.__ask_below.value = BigInt(this.#askBelow)
  }

  spend(units: number): void {
    super.fuel -= units >>> 0
    this.yielded()
  }

  yielded(): void {
    const left = this.fuel
    if (left >= this.#askBelow) return
    this.#interrupt()
    if (left < 0) throw new OutOfFuel('used up its fuel')
    this.fuel = left
  }

  /** Runs the image's function until it ends; its stack may be suspended in between. */
  async run({ entry, code }: PythonImage): Promise<void> {
    const call = this.engine.__table.get(code)
    try {
      await suspended(call)(entry, 0, 0, 0)
    } catch (error) {
      throw error instanceof GuestExit ? new GuestException(error.message) : error
    }
  }

  /**
   * Compares before it copies: most of the memory has not changed, and copying it all takes longer. Includes memory that
   * the guest was not given, but that an earlier one made the instance grow by: crafted bytecode writes there too.
   */
  override restore(image: PythonImage): void {
    const { engine } = this
    const dirty = this.used
    const size = image.memory.length
    this.resize(size)
    const memory = this.bytes()
    for (let at = 0; at < size; at += wasmPageBytes) {
      if (memory.compare(image.memory, at, at + wasmPageBytes, at, at + wasmPageBytes) !== 0) {
        memory.set(image.memory.subarray(at, at + wasmPageBytes), at)
      }
    }
    for (let at = size; at < memory.length; at += wasmPageBytes) {
      if (at < dirty || memory.compare(zeros, 0, wasmPageBytes, at, at + wasmPageBytes) !== 0) {
        memory.fill(0, at, at + wasmPageBytes)
      }
    }
    engine.__stack_pointer.value = image.stackPointer
    engine.__out_of_memory.value = 0
  }
}

function isInterpreter(exports: object): exports is Interpreter {
  const all = new Map(Object.entries(exports))
  return (
    isMetered(exports) && all.get('__table') instanceof WebAssembly.Table && typeof all.get('_start') === 'function'
  )
}
