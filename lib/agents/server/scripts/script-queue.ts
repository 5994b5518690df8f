import { addJob, type Transaction } from '#lib/platform/server/queue/jobs.ts'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import type { Log } from '#runner/core/ports.ts'

/** A job announces that scripts are pending. One job can start many of them. */
const taskName = 'serve_scripts'

/** Adds a job in this transaction, unless one is already queued. */
export const announceScripts = (tx: Transaction): Promise<void> =>
  addJob(tx, { task: taskName, payload: {}, key: taskName, maxAttempts: 3, mode: 'preserve_run_at' })

type Options = {
  readonly databaseUrl: string
  readonly serve: () => Promise<void>
  readonly log: Log
}

/** Two, so that the next job is fetched while one runs. */
const concurrency = 2

/** Installs the tables of the queue and works on its jobs until disposed. */
export const openScriptQueue = ({ databaseUrl, serve, log }: Options): Promise<AsyncDisposable> =>
  openQueue({ databaseUrl, tasks: { [taskName]: () => serve() }, concurrency, name: 'scripts', log })
