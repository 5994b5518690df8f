import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '#runner/core/lower-priority.ts'
import type { Order } from './jobs.ts'

/** The program of the thread of `runApart`. */
lowerPriority()
// Not before: loading takes half a second of CPU time.
const { jobs } = await import('./jobs.ts')
const { kind, options }: Order<'backup'> | Order<'restore_test'> = workerData
parentPort?.postMessage(await (kind === 'backup' ? jobs.backup(options) : jobs.restore_test(options)))
