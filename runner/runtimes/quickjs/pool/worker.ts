import { parentPort, workerData } from 'node:worker_threads'
import { createExecutor } from '../executor.ts'
import type { FromWorker } from './messages.ts'

/** The entry of a pool's worker thread. `worker-thread.ts` passes its data. */

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const { module, control, instances, keptBytes }: Record<string, unknown> = workerData
if (
  !(module instanceof WebAssembly.Module) ||
  !(control instanceof SharedArrayBuffer) ||
  typeof instances !== 'number' ||
  typeof keptBytes !== 'number'
) {
  throw new TypeError('The worker was started without its data')
}

const post = (message: FromWorker) => port.postMessage(message)
const executor = createExecutor({ module, control: new Int32Array(control), instances, keptBytes, post })
port.on('message', executor.handle)
post({ type: 'ready' })
