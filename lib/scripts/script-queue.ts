import { runMigrations } from 'graphile-worker'
import type { Prisma } from '#lib/db/generated/client.ts'
import { openQueue } from '#lib/queue/open-queue.ts'
import type { Log } from '#runner/ports.ts'

/** A job announces that scripts are pending. One job can start many of them. */
const taskName = 'serve_scripts'

/** Adds a job in this transaction, unless one is already queued. */
export async function addJob(tx: Pick<Prisma.TransactionClient, '$executeRaw'>): Promise<void> {
  await tx.$executeRaw`
    select from graphile_worker.add_job(
      ${taskName}, '{}'::json, max_attempts => 3, job_key => ${taskName}, job_key_mode => 'preserve_run_at'
    )`
}

/** Installs the tables of the queue, which `addJob` needs. */
export const installQueue = (databaseUrl: string): Promise<void> => runMigrations({ connectionString: databaseUrl })

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
