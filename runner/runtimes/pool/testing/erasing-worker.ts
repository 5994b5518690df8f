import { threadId } from 'node:worker_threads'
import { control } from '../control.ts'
import { runWorker } from '../run-worker.ts'

/** A worker that answers each execution with its thread's number, and never finishes erasing what it left. */
await runWorker(async ({ control: slots, post }) => ({
  handle: ({ type, execution }) => {
    if (type !== 'run') return
    Atomics.store(slots, control.running, execution)
    const end = { kind: 'returned', json: String(threadId) } as const
    post({ type: 'ended', execution, calls: [], fuelLeft: 0, peakBytes: 0, keptBytes: 0, end })
  },
}))
