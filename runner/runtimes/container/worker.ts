import { loadCompiled } from '../../core/compile-cache.ts'

/** The entry of the container runtime's worker thread. */
await loadCompiled(() => import('./worker-main.ts'))
