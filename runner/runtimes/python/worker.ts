import { loadCompiled } from '../../core/compile-cache.ts'
import { runWorker } from '../pool/run-worker.ts'

/** The entry of a worker thread. `create-python-runtime.ts` passes its data. */
await runWorker(async ({ own, ...ports }) => {
  const { startPythonThread } = await loadCompiled(() => import('./python-guests.ts'))
  return startPythonThread(own, ports)
})
