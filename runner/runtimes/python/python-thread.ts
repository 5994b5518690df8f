import * as z from 'zod'
import type { RunMessage } from '../pool/messages.ts'
import type { WorkerPorts } from '../pool/run-worker.ts'
import { createGuestThread, createInterrupt } from '../wasm/guest-thread.ts'
import { createPythonGuests } from './python-guests.ts'

const bytes = z.instanceof(Uint8Array)
const WorkerData = z.object({
  module: z.instanceof(WebAssembly.Module),
  image: z.object({
    memory: bytes,
    start: z.int(),
    stackPointer: z.int(),
    entry: z.int(),
    code: z.int(),
    devices: z.array(z.int()),
  }),
  fixed: z.map(z.string(), bytes),
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
