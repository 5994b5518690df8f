import { parentPort, workerData } from 'node:worker_threads'
import { control } from '../../pool/control.ts'

/**
 * The pool's worker, except that an execution whose input or answer contains `"crash":"<how>"` crashes or hangs it
 * instead of running.
 */
const crashes: Record<string, () => void> = {
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('thrown in the worker')
  },
  heap: () => {
    const all: unknown[] = []
    for (;;) all.push(new Array(10_000).fill({}))
  },
  'odd message': () => {
    parentPort?.postMessage({ type: 'ended', execution: 1, end: 'all of them' })
    for (;;);
  },
}

/** Code of the worker itself that hangs, while no guest runs. */
const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

type Incoming = { type: string; execution: number; input?: string; json?: string }

parentPort?.addEventListener('message', (event: Event) => {
  const message: Incoming | undefined = event instanceof MessageEvent ? event.data : undefined
  const how = (message?.input ?? message?.json)?.match(/"crash"[:,]"([a-z ]+)"/)?.[1]
  if (message === undefined || how === undefined) return
  event.stopImmediatePropagation()
  if (how === 'hang') hang()
  Atomics.store(new Int32Array(workerData.control), control.running, message.execution)
  crashes[how]?.()
})

await import('../worker.ts')
