import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isMetered, type MeteredExports } from '../wasm/guest-vm.ts'
import { meter } from '../wasm/meter.ts'

/** A pointer into the engine's memory. Values are pointers to boxed JavaScript values. */
export type Pointer = number

/** The exports of the metered engine that the runtime uses. */
export type Engine = MeteredExports & {
  _initialize(): void
  wasm_malloc(size: number): Pointer
  wasm_free(pointer: Pointer): void
  /** 0 is success. */
  qjs_init2(intrinsics: number): number
  qjs_set_memory_limit(bytes: number): void
  qjs_set_max_stack_size(bytes: number): void
  qjs_set_gc_threshold(bytes: number): void
  qjs_set_interrupt_handler(enabled: number): void
  /** Enabled: the engine calls `host_promise_rejection`. */
  qjs_set_promise_rejection_handler(enabled: number): void
  qjs_run_gc(): void
  /** Returns bytecode, or 0 when an exception is pending. */
  qjs_compile(
    source: Pointer,
    length: number,
    file: Pointer,
    evalFlags: number,
    writeFlags: number,
    outLength: Pointer,
  ): Pointer
  qjs_eval_bytecode(bytecode: Pointer, length: number): Pointer
  qjs_call(fn: Pointer, self: Pointer, count: number, args: Pointer): Pointer
  qjs_is_exception(value: Pointer): number
  qjs_get_exception(): Pointer
  qjs_is_job_pending(): number
  /** Negative when the job threw. */
  qjs_execute_pending_job(): number
  qjs_new_host_function(name: Pointer, nameLength: number, argumentCount: number): Pointer
  qjs_new_string(text: Pointer, length: number): Pointer
  qjs_new_number(value: number): Pointer
  qjs_new_array_buffer(bytes: Pointer, length: number): Pointer
  qjs_is_array_buffer(value: Pointer): number
  qjs_get_array_buffer(value: Pointer, outLength: Pointer): Pointer
  qjs_get_undefined(): Pointer
  qjs_get_float64(value: Pointer): number
  /** UTF-8, to be freed with `qjs_free_cstring`. 0 when the value cannot be converted to a string. */
  qjs_get_string_len(value: Pointer, outLength: Pointer): Pointer
  qjs_free_cstring(text: Pointer): void
  qjs_get_global(): Pointer
  qjs_get_prop_string(object: Pointer, name: Pointer): Pointer
  qjs_set_prop_string(object: Pointer, name: Pointer, value: Pointer): number
  qjs_dup_value(value: Pointer): Pointer
  qjs_get_runtime_ptr(): Pointer
  qjs_free_value(value: Pointer): void
}

export const engineFunctions = [
  ...['_initialize', 'wasm_malloc', 'wasm_free', 'qjs_init2', 'qjs_set_memory_limit', 'qjs_set_max_stack_size'],
  ...['qjs_set_gc_threshold', 'qjs_set_interrupt_handler', 'qjs_set_promise_rejection_handler'],
  ...['qjs_run_gc', 'qjs_compile', 'qjs_eval_bytecode'],
  ...['qjs_call', 'qjs_is_exception', 'qjs_get_exception', 'qjs_is_job_pending', 'qjs_execute_pending_job'],
  ...[
    'qjs_new_host_function',
    'qjs_new_string',
    'qjs_new_number',
    'qjs_new_array_buffer',
    'qjs_is_array_buffer',
    'qjs_get_array_buffer',
  ],
  ...['qjs_get_undefined', 'qjs_get_float64', 'qjs_get_string_len', 'qjs_free_cstring', 'qjs_get_global'],
  ...['qjs_get_prop_string', 'qjs_set_prop_string', 'qjs_dup_value', 'qjs_free_value', 'qjs_get_runtime_ptr'],
]

/** Whether these are the exports of the metered engine. */
export function isEngine(exports: object): exports is Engine {
  const all = new Map(Object.entries(exports))
  return isMetered(exports) && engineFunctions.every((name) => typeof all.get(name) === 'function')
}

/**
 * The engine's binary for a project at this absolute path. npm puts the packages of an installed copy into its folder, or
 * beside it.
 */
export function enginePathIn(projectRoot: string): string {
  const own = join(/* turbopackIgnore: true */ projectRoot, 'node_modules/quickjs-wasi/quickjs.wasm')
  const beside = join(/* turbopackIgnore: true */ projectRoot, '../quickjs-wasi/quickjs.wasm')
  return !existsSync(own) && existsSync(beside) ? beside : own
}

/** The engine's binary as the runtime runs it: metered, with at most this much memory. */
export function meterEngine(binary: Uint8Array, maxMemoryMb: number): Uint8Array<ArrayBuffer> {
  return meter(binary, { maxPages: pageLimitOf(maxMemoryMb), outOfMemoryFunction: 'JS_ThrowOutOfMemory' })
}

/**
 * The page limit of an execution with this memory limit: its heap, plus what the engine needs beside it (stack, static
 * data, text in transit, allocator overhead).
 */
export function pageLimitOf(memoryMb: number): number {
  const heapPages = memoryMb * 16
  return Math.min(65_536, heapPages + Math.ceil(heapPages / 2) + 96)
}
