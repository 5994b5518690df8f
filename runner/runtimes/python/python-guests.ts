import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { RunMessage } from '../pool/messages.ts'
import type { WorkerPorts } from '../pool/run-worker.ts'
import { createExecution } from '../wasm/execution.ts'
import { failed, GuestException } from '../wasm/guest-failure.ts'
import { createGuestThread, createInterrupt, type Guests } from '../wasm/guest-thread.ts'
import { wasmPageBytes } from '../wasm/guest-vm.ts'
import { createInstances } from '../wasm/instances.ts'
import { PythonImage } from './guest-protocol.ts'
import { openDoor, type PythonExecution } from './python-execution.ts'
import { PythonVm } from './python-vm.ts'
import type { FixedFiles } from './wasi/files.ts'
import { World } from './wasi/world.ts'

type PythonGuestsOptions = {
  /** The metered interpreter, without its data. */
  readonly module: WebAssembly.Module
  readonly image: PythonImage
  /** The standard library, and what else every script can read. */
  readonly fixed: FixedFiles
  /** Throws if the running guest has to stop. */
  interrupt(): void
}

const mb = 1024 * 1024
/** Texts of programs that the thread keeps, so that a message need not carry them again. */
const keptCodeBytes = 4 * mb
/**
 * Memory beyond the image that an instance may have grown by before it is replaced: each further execution looks through
 * all of it.
 */
const keptGrowthBytes = 32 * mb

/** Python in CPython: executions take turns in one instance, and those that wait keep only the pages that they changed. */
export function createPythonGuests(options: PythonGuestsOptions): Guests<PythonExecution, PythonVm> {
  const { module, image, fixed, interrupt } = options
  const codes = new LRUCache<string, string>({
    maxSize: keptCodeBytes,
    sizeCalculation: (code) => Math.max(1, code.length),
  })
  const instances = createInstances<PythonImage, PythonVm>(
    () => new PythonVm({ module, interrupt, program: { args: ['python'], suspends: true } }),
    { count: 1, keptInstanceBytes: image.memory.length + keptGrowthBytes },
  )
  let running: PythonVm | undefined

  const vmNow = () => {
    if (!running) throw new Error('A guest made a request while no execution runs')
    return running
  }
  const codeOf = ({ digest, code }: RunMessage) => {
    if (code !== undefined) codes.set(digest, code)
    return codes.get(digest)
  }
  /** Over when the guest ends, which rejects the turn, or begins to wait. */
  const turnOf = async (execution: PythonExecution, go: () => void) => {
    execution.turn = Promise.withResolvers()
    go()
    try {
      await execution.turn.promise
    } catch (error) {
      execution.door.finish()
      throw error
    } finally {
      execution.heldBytes = execution.world.files.bytes
    }
  }

  return {
    open: (message) => {
      const code = codeOf(message)
      if (code === undefined) return undefined
      const pageLimit = Math.min(65_536, (image.memory.length + message.memoryMb * mb) / wasmPageBytes)
      const base = createExecution(message, pageLimit)
      const door = openDoor(base, vmNow, { call: message.input, code }, () => execution.turn.resolve())
      const open = image.devices.map((fd) => [fd, { kind: 'device' }] as const)
      const { seed, nowMs } = message
      const world = new World({ fixed, open, seed, nowMs, device: door.device })
      const turn = Promise.withResolvers<void>()
      const execution: PythonExecution = Object.assign(base, { image, saved: undefined, door, world, turn })
      return execution
    },
    enter: (execution) => {
      running = instances.enter(execution)
      running.world = execution.world
      execution.boundTo = running
      return running
    },
    start: (vm, execution) =>
      turnOf(execution, () => {
        vm.run(image).then(
          () => execution.turn.reject(new GuestException('it ended without an answer')),
          (error: unknown) => execution.turn.reject(error),
        )
      }),
    settle: (_, execution, call, answer) => {
      if (answer.body && execution.heldBytes + answer.body.length > execution.memoryBytes) {
        execution.end = failed('OUT_OF_MEMORY', 'the body of a response exceeds its memory')
        return undefined
      }
      return turnOf(execution, () => execution.door.answer(call, answer))
    },
    leave: (execution) => {
      execution.door.abandon()
      instances.leave(execution)
    },
    restoreLeft: instances.restoreLeft,
    get keptBytes() {
      return instances.keptBytes
    },
    shareOf: instances.shareOf,
  }
}

const WorkerData = z.object({
  module: z.instanceof(WebAssembly.Module),
  image: PythonImage,
  fixed: z.map(z.string(), z.instanceof(Uint8Array)),
})

/** What makes the interpreter's instance and compiles its code, as any first execution does. */
const warmUp: RunMessage = {
  type: 'run',
  execution: 1,
  digest: 'warm-up',
  code: 'set_result(1)',
  input: '{"action":"run","params":{},"config":{}}',
  seed: '00'.repeat(32),
  nowMs: 0,
  memoryMb: 64,
  fuel: 1_000_000_000,
  reportsTurns: false,
  outputBytes: 1024,
  hostCalls: 0,
  secrets: {},
  ahead: [],
}

/** A thread that runs Python. It is ready when it has run once, so that no execution pays for that. `own`: a `LoadedInterpreter`. */
export async function startPythonThread(own: unknown, ports: Omit<WorkerPorts, 'own'>) {
  const loaded = WorkerData.parse(own)
  const guests = createPythonGuests({ ...loaded, interrupt: createInterrupt(ports.control) })
  await new Promise<void>((resolve) => {
    createGuestThread(guests, { ...ports, post: () => resolve() }).handle(warmUp)
  })
  return createGuestThread(guests, ports)
}
