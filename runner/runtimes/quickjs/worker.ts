import { loadCompiled } from '../../core/compile-cache.ts'
import { runWorker } from '../pool/run-worker.ts'

/** The entry of a worker thread. `create-quickjs-runtime.ts` passes its data. */
await runWorker(async ({ own: { module, instances }, ...ports }) => {
  if (!(module instanceof WebAssembly.Module) || typeof instances !== 'number') {
    throw new TypeError('The worker was started without its data')
  }
  const { createQuickJsThread } = await loadCompiled(() => import('./quickjs-guests.ts'))
  return createQuickJsThread({ module, instances, ...ports })
})
