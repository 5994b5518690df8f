import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { loadCompiled } from '../../core/compile-cache.ts'
import type { FromWorker } from './messages.ts'

/** The entry of a pool's worker thread. `worker-thread.ts` passes its data. */

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const { module, control, instances, keptBytes, isLowPriority }: Record<string, unknown> = workerData
if (
  !(module instanceof WebAssembly.Module) ||
  !(control instanceof SharedArrayBuffer) ||
  typeof instances !== 'number' ||
  typeof keptBytes !== 'number'
) {
  throw new TypeError('The worker was started without its data')
}

/** Added to a thread's niceness. The thread then gets a tenth of the CPU time of another thread on the same core. */
const nicer = 10
const nicest = 19
// On Linux the call changes this thread only, elsewhere the whole process.
if (isLowPriority === true && process.platform === 'linux') setPriority(Math.min(nicest, getPriority() + nicer))

const { createExecutor } = await loadCompiled(() => import('../quickjs/executor.ts'))
const post = (message: FromWorker) => port.postMessage(message)
const executor = createExecutor({ module, control: new Int32Array(control), instances, keptBytes, post })
port.on('message', executor.handle)
post({ type: 'ready' })
