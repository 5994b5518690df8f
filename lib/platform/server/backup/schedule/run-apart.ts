import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { findProjectRoot } from '../../env/project-root.ts'
import type { Jobs, Order } from './jobs.ts'

const program = 'lib/platform/server/backup/schedule/backup-thread.ts'
/** Gets the path from its caller, because a bundler must not move the file. */
const startThread = (path: string, workerData: object): Worker => new Worker(path, { workerData })

/**
 * Makes or restores a backup in a thread of its own and with low priority, so that requests do not wait for it or for
 * the collection of its garbage.
 */
export async function runApart<Kind extends keyof Jobs>(
  kind: Kind,
  options: Order<Kind>['options'],
): Promise<Awaited<ReturnType<Jobs[Kind]>>> {
  const workerData: Order<Kind> = { kind, options }
  const worker = startThread(join(/* turbopackIgnore: true */ findProjectRoot(), program), workerData)
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`The thread of the backup ended with code ${code}`)
  })
  const [answer] = await Promise.race([once(worker, 'message'), ended])
  return answer
}
