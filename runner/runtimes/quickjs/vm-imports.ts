import type { Engine, Pointer } from './engine.ts'

/** What the engine's imports do. A throw out of any of them unwinds the guest; it cannot catch it. */
export type ImportPorts = {
  /** The guest called its host function. Gives a value, or `undefined`. */
  hostCall(args: readonly Pointer[]): Pointer | undefined
  /** Called now and then while JavaScript runs. */
  interrupt(): void
  /** The guest's clock. */
  nowMs(): number
}

/** The VM that calls. Growing its memory makes a new view: it is asked for each time. */
type CallingVm = { bytes(): Uint8Array; view(): DataView; readonly engine: Pick<Engine, 'qjs_get_undefined'> }

/** All that the engine can call. There are no files, no modules and no randomness; the time zone is UTC. */
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
      host_promise_rejection: () => {},
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
