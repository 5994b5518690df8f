import type { Engine, Pointer } from './engine.ts'

/** Handlers for the engine's imports. An error thrown by any of them unwinds the guest, which cannot catch it. */
export type ImportPorts = {
  /** The guest called its host function. Returns a value, or `undefined`. */
  hostCall(args: readonly Pointer[]): Pointer | undefined
  /** A promise was rejected without a handler, or (`isHandled`) a rejected one got its first handler. Frees both values. */
  rejection(promise: Pointer, reason: Pointer, isHandled: boolean): void
  /** Called from time to time while JavaScript runs. */
  interrupt(): void
  /** The guest's clock. */
  nowMs(): number
}

/** The calling VM. Growing its memory replaces the view, so the view is fetched on each use. */
type CallingVm = { bytes(): Uint8Array; view(): DataView; readonly engine: Pick<Engine, 'qjs_get_undefined'> }

/** Everything that the engine can call. It has no files, no modules and no randomness; the time zone is UTC. */
export function vmImports(vm: () => CallingVm, ports: ImportPorts): WebAssembly.Imports {
  const success = 0
  const badDescriptor = 8
  const refuse = () => badDescriptor
  return {
    env: {
      host_call: (_name: Pointer, _nameLength: number, _self: Pointer, count: number, args: Pointer) => {
        const view = vm().view()
        const values = Array.from({ length: count }, (_, index) => view.getUint32(args + 4 * index, true))
        return ports.hostCall(values) ?? vm().engine.qjs_get_undefined()
      },
      host_interrupt: () => {
        ports.interrupt()
        return 0
      },
      host_promise_rejection: (promise: Pointer, reason: Pointer, isHandled: number) =>
        ports.rejection(promise, reason, isHandled !== 0),
      host_module_normalize: () => 0,
      host_module_load: () => 0,
      host_get_timezone_offset: () => 0,
    },
    wasi_snapshot_preview1: {
      clock_time_get: (_clock: number, _precision: bigint, out: Pointer) => {
        vm()
          .view()
          .setBigUint64(out, BigInt(Math.trunc(ports.nowMs())) * 1_000_000n, true)
        return success
      },
      random_get: (out: Pointer, length: number) => {
        vm()
          .bytes()
          .fill(0, out, out + length)
        return success
      },
      fd_write: refuse,
      fd_close: refuse,
      fd_fdstat_get: refuse,
      fd_seek: refuse,
    },
  }
}
