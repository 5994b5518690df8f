/** The exports of every metered module. `meter.ts` adds all but the first two. */
export type MeteredExports = {
  readonly memory: WebAssembly.Memory
  readonly __stack_pointer: WebAssembly.Global<'i32'>
  readonly __fuel: WebAssembly.Global<'i64'>
  readonly __pages: WebAssembly.Global<'i32'>
  readonly __page_limit: WebAssembly.Global<'i32'>
  readonly __out_of_memory: WebAssembly.Global<'i32'>
  readonly __lowest_stack: WebAssembly.Global<'i32'>
  readonly __ask_below: WebAssembly.Global<'i64'>
}

export const meteredGlobals = [
  '__stack_pointer',
  '__fuel',
  '__pages',
  '__page_limit',
  '__out_of_memory',
  '__lowest_stack',
  '__ask_below',
]

/** Whether these exports include those of a metered module. */
export function isMetered(exports: object): exports is MeteredExports {
  const all = new Map(Object.entries(exports))
  return (
    all.get('memory') instanceof WebAssembly.Memory &&
    meteredGlobals.every((name) => all.get(name) instanceof WebAssembly.Global)
  )
}

export const wasmPageBytes = 65_536

/** The granularity with which a VM's memory is compared and saved. */
export const pageBytes = 4096

/**
 * The state of a VM is its memory, the stack pointer and the page count. The image of one VM restores into any other.
 */
export type MemoryImage = {
  /** The memory from `start` on. Memory below `start` is all zeros. */
  readonly memory: Uint8Array
  readonly start: number
  readonly stackPointer: number
}

/** One instance of a metered module. Its state is its memory, its stack pointer and its page count. */
export abstract class GuestVm<Image extends MemoryImage = MemoryImage> {
  abstract readonly engine: MeteredExports
  #bytes: Buffer | undefined
  #view: DataView | undefined

  /**
   * The memory as bytes. Growing the memory detaches earlier buffers: call this again after any call into the guest.
   */
  bytes(): Buffer {
    const { buffer } = this.engine.memory
    if (this.#bytes?.buffer !== buffer) {
      this.#bytes = Buffer.from(buffer)
      this.#view = undefined
    }
    return this.#bytes
  }

  view(): DataView {
    const { buffer } = this.engine.memory
    if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer)
    return this.#view
  }

  /** Metered instructions left; negative after the trap. */
  get fuel(): number {
    return Number(this.engine.__fuel.value)
  }
  set fuel(instructions: number) {
    this.engine.__fuel.value = BigInt(instructions)
  }

  /** Whether memory was refused since the last restore. */
  get ranOutOfMemory(): boolean {
    return this.engine.__out_of_memory.value !== 0
  }

  /** The memory in use in bytes, as the guest sees it. */
  get used(): number {
    return this.engine.__pages.value * wasmPageBytes
  }

  /** Limits the whole memory, until the next restore. */
  limitPages(pages: number): void {
    this.engine.__page_limit.value = Math.max(pages, this.engine.__pages.value)
  }

  /** Sets the size that the guest sees. Added bytes are zero if nothing has used them since a restore. */
  resize(size: number): void {
    const { engine } = this
    const missing = size - engine.memory.buffer.byteLength
    if (missing > 0) engine.memory.grow(Math.ceil(missing / wasmPageBytes))
    engine.__pages.value = size / wasmPageBytes
  }

  /** Restores the VM to the state of the image, whatever has run in it since. */
  abstract restore(image: Image): void
}
