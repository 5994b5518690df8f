import { type ImportsOptions, wasiImports } from '../../runner/runtimes/python/wasi/imports.ts'
import type { WasiVm } from '../../runner/runtimes/python/wasi/wasi-vm.ts'
import type { World } from '../../runner/runtimes/python/wasi/world.ts'

type Exports = { readonly memory: WebAssembly.Memory; _start(): void }

/** CPython without the meter, with the same host functions: it can be neither bounded nor stopped. */
export class PlainPython implements WasiVm {
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
