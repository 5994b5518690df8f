import { parentPort, workerData } from 'node:worker_threads'
import { loadCompiled } from '../../core/compile-cache.ts'
import { lowerPriority } from '../../core/lower-priority.ts'
import type { LoadOrder } from './create-python-runtime.ts'

/** The entry of the thread that `create-python-runtime.ts` starts. */
lowerPriority()
const { projectRoot, key, version, packages }: LoadOrder = workerData
const { loadInterpreter } = await loadCompiled(() => import('./load-interpreter.ts'))
const { withPackages } = await loadCompiled(() => import('./packages/load-packages.ts'))
const interpreter = await loadInterpreter(projectRoot, key)
parentPort?.postMessage(await withPackages(interpreter, packages, { projectRoot, key: `${key}-${version}` }))
