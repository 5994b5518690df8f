import * as z from 'zod'
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

/** A thread that runs Python. `own`: a `LoadedInterpreter`. */
export function startPythonThread(own: unknown, ports: Omit<WorkerPorts, 'own'>) {
  const loaded = WorkerData.parse(own)
  return createGuestThread(createPythonGuests({ ...loaded, interrupt: createInterrupt(ports.control) }), ports)
}
