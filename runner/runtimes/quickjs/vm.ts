import { isUtf8 } from 'node:buffer'
import { GuestException, GuestOutOfMemory } from '../wasm/guest-failure.ts'
import { GuestVm, type MemoryImage, pageBytes } from '../wasm/guest-vm.ts'
import type { Compiled } from './bytecode.ts'
import { type Engine, isEngine, type Pointer } from './engine.ts'
import { guestFunction } from './guest-protocol.ts'
import type { Realm } from './json/heap-json.ts'
import { type ImportPorts, vmImports } from './vm-imports.ts'

export type VmImage = MemoryImage & { readonly handles: VmHandles }

/**
 * Values inside the memory to which the host holds pointers. They are valid in every VM restored from the same image.
 */
type VmHandles = {
  readonly undefined: Pointer
  /** A buffer for the arguments of a call. */
  readonly arguments: Pointer
  /** A buffer for one length. */
  readonly length: Pointer
  /** Functions of the guest that the host calls, by number. */
  readonly functions: readonly Pointer[]
  /** `Object.prototype` and `Array.prototype`. */
  readonly prototypes: readonly Pointer[]
}

/** Leaf functions write up to 128 bytes below the stack pointer without moving it; this adds a margin. */
const redZoneBytes = 1024
const maxArguments = 8
const stackBytes = 256 * 1024
/** Rejections of one turn that are looked at. Only the first counts, and an earlier one may still get a handler. */
const maxRejections = 1024

/** The guest's ways to the outside. The VM frees the arguments of a host call. */
export type VmPorts = Omit<ImportPorts, 'hostCall' | 'rejection'> & {
  hostCall(vm: Vm, args: readonly Pointer[]): Pointer | undefined
}

/** One instance of the engine, driven through its raw exports. */
export class Vm extends GuestVm<VmImage> {
  override readonly engine: Engine
  #handles: VmHandles = { undefined: 0, arguments: 0, length: 0, functions: [], prototypes: [] }
  /** Promises that this turn rejected and nothing handles, by their addresses. */
  readonly #rejected = new Map<Pointer, { readonly promise: Pointer; readonly reason: Pointer }>()

  constructor(module: WebAssembly.Module, ports: VmPorts) {
    super()
    const { exports } = new WebAssembly.Instance(
      module,
      vmImports(() => this, {
        ...ports,
        hostCall: (args) => ports.hostCall(this, args),
        rejection: (...given) => this.#noteRejection(...given),
      }),
    )
    if (!isEngine(exports)) throw new TypeError('The WebAssembly module is not the metered QuickJS engine')
    this.engine = exports
  }

  /** Starts the engine in a new instance. */
  boot(intrinsics: number): void {
    const { engine } = this
    engine._initialize()
    if (engine.qjs_init2(intrinsics) !== 0) throw new Error('The QuickJS engine does not start')
    engine.qjs_set_max_stack_size(stackBytes)
    engine.qjs_set_interrupt_handler(1)
    engine.qjs_set_promise_rejection_handler(1)
    this.#handles = {
      undefined: engine.qjs_get_undefined(),
      arguments: engine.wasm_malloc(4 * maxArguments),
      length: engine.wasm_malloc(4),
      functions: [],
      prototypes: [],
    }
  }

  /** Limits the guest's heap. The limit is part of an image, and of saved pages. */
  limitMemory(memoryBytes: number): void {
    this.engine.qjs_set_memory_limit(memoryBytes)
    // The cost of a garbage collection grows with the heap, so the threshold grows with the limit.
    this.engine.qjs_set_gc_threshold(Math.floor(memoryBytes / 4))
  }

  collectGarbage(): void {
    this.engine.qjs_run_gc()
  }

  /** Defines the guest's host function under a global name. */
  defineHostFunction(globalName: string): void {
    const { engine } = this
    const name = this.#writeText(globalName)
    const fn = engine.qjs_new_host_function(name.pointer, name.length, 0)
    const global = engine.qjs_get_global()
    engine.qjs_set_prop_string(global, name.pointer, fn)
    for (const value of [fn, global]) engine.qjs_free_value(value)
    engine.wasm_free(name.pointer)
  }

  /** Keeps functions of the guest for `call`, and the prototypes of plain objects and arrays. */
  keep(functions: readonly Pointer[], prototypes: readonly Pointer[]): void {
    const kept = (values: readonly Pointer[]) => values.map((value) => this.engine.qjs_dup_value(value))
    this.#handles = { ...this.#handles, functions: kept(functions), prototypes: kept(prototypes) }
  }

  /** Compiles a script, for `Compiled.by`. Throws a `GuestException` if it does not parse. */
  compile(source: string, file: string): Uint8Array {
    const { engine } = this
    const text = this.#writeText(source)
    const name = this.#writeText(file)
    const script = 0
    const bytecode = engine.qjs_compile(text.pointer, text.length, name.pointer, script, 0, this.#handles.length)
    if (bytecode === 0) throw this.#syntaxError()
    const length = this.view().getUint32(this.#handles.length, true)
    return Uint8Array.from(this.bytes().subarray(bytecode, bytecode + length))
  }

  /** Runs a compiled script and its pending jobs. */
  run(compiled: Compiled): void {
    const { engine } = this
    const bytecode = compiled.unpack()
    const { pointer } = this.#writeBytes(bytecode)
    const result = engine.qjs_eval_bytecode(pointer, bytecode.length)
    engine.wasm_free(pointer)
    this.#finish(result)
  }

  /** Calls one of `handles.functions` and runs the pending jobs. Frees the arguments. */
  call(index: number, args: readonly Pointer[]): void {
    const { engine } = this
    const fn = this.#handles.functions[index]
    if (fn === undefined || args.length > maxArguments)
      throw new RangeError('The guest has no such function, or it gets too many arguments')
    const view = this.view()
    args.forEach((value, at) => {
      view.setUint32(this.#handles.arguments + 4 * at, value, true)
    })
    const result = engine.qjs_call(fn, this.#handles.undefined, args.length, this.#handles.arguments)
    for (const value of args) engine.qjs_free_value(value)
    this.#finish(result)
  }

  #finish(result: Pointer): void {
    const { engine } = this
    if (engine.qjs_is_exception(result) !== 0) throw this.#exception()
    engine.qjs_free_value(result)
    while (engine.qjs_is_job_pending() !== 0) {
      if (engine.qjs_execute_pending_job() < 0) throw this.#exception()
    }
    this.#reportRejection()
  }

  #noteRejection(promise: Pointer, reason: Pointer, isHandled: boolean): void {
    const { engine } = this
    // The value is a box, which is new in each call; it begins with the address of the promise.
    const address = this.view().getUint32(promise, true)
    const known = this.#rejected.get(address)
    if (!isHandled && !known && this.#rejected.size < maxRejections) {
      this.#rejected.set(address, { promise, reason })
      return
    }
    this.#rejected.delete(address)
    for (const value of [promise, reason, ...(known ? [known.promise, known.reason] : [])]) engine.qjs_free_value(value)
  }

  /** Tells the guest the reason of the first promise that the turn rejected and nothing handles. */
  #reportRejection(): void {
    const { engine } = this
    const [first, ...others] = this.#rejected.values()
    if (!first) return
    this.#rejected.clear()
    for (const { promise, reason } of others) for (const value of [promise, reason]) engine.qjs_free_value(value)
    engine.qjs_free_value(first.promise)
    if (this.#handles.functions.length > 0) this.call(guestFunction.rejected, [first.reason])
    else engine.qjs_free_value(first.reason)
  }

  /** Describes the syntax error of a script, with its position. No guest code could forge the stack: none has run. */
  #syntaxError(): GuestException {
    const { engine } = this
    const error = engine.qjs_get_exception()
    const stack = engine.qjs_get_prop_string(error, this.#writeText('stack').pointer)
    const texts = [error, stack].map((value) => this.textOf(value, 8192) ?? '')
    return new GuestException(texts.join('\n').trim())
  }

  #exception(): GuestException {
    const exception = this.engine.qjs_get_exception()
    return new GuestException(this.textOf(exception, 8192) ?? 'An exception whose text is too long')
  }

  /** Identifies plain objects and arrays. */
  get realm(): Realm {
    const view = this.view()
    const [objectPrototype = 0, arrayPrototype = 0] = this.#handles.prototypes.map((value) =>
      view.getUint32(value, true),
    )
    return { runtime: this.engine.qjs_get_runtime_ptr(), objectPrototype, arrayPrototype }
  }

  newNumber(value: number): Pointer {
    return this.engine.qjs_new_number(value)
  }

  newText(text: string): Pointer {
    const { pointer, length } = this.#writeText(text)
    return this.#freeAfter(pointer, length, this.engine.qjs_new_string(pointer, length))
  }

  /** Decodes UTF-8; malformed sequences become U+FFFD. */
  newTextOf(utf8: Uint8Array): Pointer {
    // The engine's own decoder lets surrogates through.
    const { pointer, length } = isUtf8(utf8) ? this.#writeBytes(utf8) : this.#writeText(textOf(utf8))
    return this.#freeAfter(pointer, length, this.engine.qjs_new_string(pointer, length))
  }

  newArrayBuffer(bytes: Uint8Array): Pointer {
    const { pointer, length } = this.#writeBytes(bytes)
    return this.#freeAfter(pointer, length, this.engine.qjs_new_array_buffer(pointer, length))
  }

  /** Erases and frees a buffer of the host: saved pages include free memory, and zeros compress well. */
  #freeAfter(pointer: Pointer, length: number, value: Pointer): Pointer {
    this.bytes().fill(0, pointer, pointer + length)
    this.engine.wasm_free(pointer)
    if (value === 0) throw new GuestOutOfMemory('The guest has no memory for a new value')
    return value
  }

  numberOf(value: Pointer): number {
    return this.engine.qjs_get_float64(value)
  }

  /** `undefined` when it has more than `maxBytes` bytes of UTF-8. */
  textOf(value: Pointer, maxBytes: number): string | undefined {
    const { engine } = this
    const text = engine.qjs_get_string_len(value, this.#handles.length)
    if (text === 0) throw new GuestOutOfMemory('The guest has no memory to convert a value to text')
    const length = this.view().getUint32(this.#handles.length, true)
    const result = length > maxBytes ? undefined : this.bytes().toString('utf8', text, text + length)
    engine.qjs_free_cstring(text)
    return result
  }

  isArrayBuffer(value: Pointer): boolean {
    return value !== 0 && this.engine.qjs_is_array_buffer(value) !== 0
  }

  /** A copy of an ArrayBuffer's bytes; `undefined` when it has more than `maxBytes`. */
  bytesOf(value: Pointer, maxBytes: number): Uint8Array | undefined {
    const start = this.engine.qjs_get_array_buffer(value, this.#handles.length)
    const length = this.view().getUint32(this.#handles.length, true)
    if (length > maxBytes) return undefined
    return Uint8Array.from(this.bytes().subarray(start, start + length))
  }

  #writeText(text: string): { pointer: Pointer; length: number } {
    const length = Buffer.byteLength(text)
    const pointer = this.#allocate(length)
    this.bytes().write(text, pointer, 'utf8')
    return { pointer, length }
  }

  #writeBytes(bytes: Uint8Array): { pointer: Pointer; length: number } {
    const { length } = bytes
    const pointer = this.#allocate(length)
    this.bytes().set(bytes, pointer)
    return { pointer, length }
  }

  /** Allocates `length` bytes plus the terminating zero that the engine requires after a text. */
  #allocate(length: number): Pointer {
    const pointer = this.engine.wasm_malloc(length + 1)
    if (pointer === 0) throw new GuestOutOfMemory('The guest has no memory for a value from the host')
    this.bytes()[pointer + length] = 0
    return pointer
  }

  /** Call it only between calls into the guest: then the stack is empty. */
  capture(): VmImage {
    const stackPointer = this.engine.__stack_pointer.value
    const start = stackPointer - (stackPointer % pageBytes)
    return {
      memory: Uint8Array.from(this.bytes().subarray(start, this.used)),
      start,
      stackPointer,
      handles: this.#handles,
    }
  }

  override restore(image: VmImage): void {
    const { engine } = this
    const size = image.start + image.memory.length
    const dirty = this.used
    const lowest = Math.max(0, Math.min(engine.__lowest_stack.value, image.start) - redZoneBytes)
    this.resize(size)
    const bytes = this.bytes()
    bytes.fill(0, lowest, image.start)
    bytes.set(image.memory, image.start)
    if (dirty > size) bytes.fill(0, size, dirty)
    engine.__stack_pointer.value = image.stackPointer
    engine.__lowest_stack.value = image.stackPointer
    engine.__out_of_memory.value = 0
    this.#handles = image.handles
    this.#rejected.clear()
  }
}

function textOf(utf8: Uint8Array): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8')
}
