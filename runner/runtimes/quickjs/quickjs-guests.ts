import type { GivenAnswer, RunMessage } from '../pool/messages.ts'
import type { WorkerPorts } from '../pool/run-worker.ts'
import { createExecution } from '../wasm/execution.ts'
import { failed } from '../wasm/guest-failure.ts'
import { createGuestThread, createInterrupt, type Guests } from '../wasm/guest-thread.ts'
import { wasmPageBytes } from '../wasm/guest-vm.ts'
import { createInstances } from '../wasm/instances.ts'
import { pageLimitOf } from './engine.ts'
import { guestFunction, seedNumbers } from './guest-protocol.ts'
import { guestHostCall, type QuickJsExecution } from './host-calls.ts'
import { createImages } from './images.ts'
import { createGuestJsonReader } from './json/guest-json.ts'
import { Vm, type VmImage } from './vm.ts'

export type QuickJsGuestsOptions = {
  /** The metered engine. */
  readonly module: WebAssembly.Module
  /** Number of VMs; executions take turns on them. */
  readonly instances: number
  /** Called from time to time while JavaScript runs. */
  interrupt(): void
}

const mb = 1024 * 1024
/** The memory of an instance never shrinks, so an instance that has grown beyond this is discarded. */
const keptInstanceBytes = 32 * mb

/** JavaScript in QuickJS: each skill's executions start from an image in which its code is loaded. */
export function createQuickJsGuests(options: QuickJsGuestsOptions): Guests<QuickJsExecution, Vm> {
  const { module, interrupt } = options
  let current: QuickJsExecution | undefined
  const images = createImages(module, { interrupt })
  const readJson = createGuestJsonReader()
  const ports = {
    interrupt,
    nowMs: () => current?.nowMs ?? 0,
    hostCall: (vm: Vm, args: readonly number[]) => {
      if (!current) throw new Error('A guest made a host call while no execution runs')
      return guestHostCall(vm, readJson, current, args)
    },
  }
  const instances = createInstances<VmImage, Vm>(() => new Vm(module, ports), {
    count: options.instances,
    keptInstanceBytes,
  })

  /** A guest whose requests are all answered goes on with its next timer, or ends: then the call throws. */
  const rest = (vm: Vm, execution: QuickJsExecution) => {
    while (execution.waitsFor === 0) vm.call(guestFunction.idle, [])
  }

  return {
    open: (message: RunMessage) => {
      const { digest, code, memoryMb } = message
      const found = images.get(digest) ?? (code === undefined ? undefined : images.make(digest, code))
      if (!found || 'failure' in found) return found
      const { image } = found
      const pageLimit = pageLimitOf(memoryMb)
      if (image.start + image.memory.length > pageLimit * wasmPageBytes) {
        return { failure: failed('OUT_OF_MEMORY', 'its top level keeps more than its memory') }
      }
      return { ...createExecution(message, pageLimit), image, saved: undefined, bodies: new Map() }
    },
    enter: (execution) => {
      current = execution
      return instances.enter(execution)
    },
    start: (vm, execution, { input, seed, memoryMb }): undefined => {
      vm.limitMemory(memoryMb * mb)
      const numbers = JSON.stringify(seedNumbers(Buffer.from(seed, 'hex')))
      vm.call(guestFunction.start, [vm.newText(`{"call":${input},"seed":${numbers}}`)])
      rest(vm, execution)
    },
    settle: (vm, execution, call, { fulfilled, json, body }: GivenAnswer): undefined => {
      if (body) {
        execution.bodies.set(call, body)
        execution.heldBytes += body.length
        if (execution.heldBytes > execution.memoryBytes) {
          execution.end = failed('OUT_OF_MEMORY', 'its unread response bodies exceed its memory')
          return
        }
      }
      vm.call(guestFunction.settle, [vm.newNumber(call), vm.newNumber(fulfilled ? 1 : 0), vm.newText(json)])
      rest(vm, execution)
    },
    leave: instances.leave,
    restoreLeft: instances.restoreLeft,
    get keptBytes() {
      return instances.keptBytes
    },
    shareOf: instances.shareOf,
  }
}

type Options = Omit<WorkerPorts, 'own'> & Omit<QuickJsGuestsOptions, 'interrupt'>

/** A thread that runs JavaScript in QuickJS. */
export function createQuickJsThread({ module, instances, ...ports }: Options) {
  const guests = createQuickJsGuests({ module, instances, interrupt: createInterrupt(ports.control) })
  return createGuestThread(guests, ports)
}
