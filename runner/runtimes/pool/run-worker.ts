import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../core/lower-priority.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** What a runtime's worker gets from the pool. */
export type WorkerPorts = {
  /** The runtime's `workerData`. */
  readonly own: Readonly<Record<string, unknown>>
  /** Shared with the main thread; `control.ts` describes its slots. */
  readonly control: Int32Array
  /** Memory limit for all waiting executions together. */
  readonly keptBytes: number
  readonly post: (message: FromWorker) => void
}

/** Runs this thread as a worker of a pool. `open` gets ready to run the runtime's guests. */
export async function runWorker(open: (ports: WorkerPorts) => Promise<{ handle(message: ToWorker): void }>) {
  const port = parentPort
  if (!port) throw new Error('This file runs as a worker thread only')
  const { own, control, keptBytes, isLowPriority }: Record<string, unknown> = workerData
  if (!(control instanceof SharedArrayBuffer) || typeof keptBytes !== 'number') {
    throw new TypeError('The worker was started without its data')
  }
  if (isLowPriority === true) lowerPriority()
  const post = (message: FromWorker) => port.postMessage(message)
  const executor = await open({ own: Object(own), control: new Int32Array(control), keptBytes, post })
  port.on('message', executor.handle)
  post({ type: 'ready' })
}
