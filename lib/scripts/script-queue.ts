import { Logger, type LogLevel, run, runMigrations } from 'graphile-worker'
import { Pool } from 'pg'
import type { Prisma } from '#lib/db/generated/client.ts'
import type { Log } from '#runner/ports.ts'

/** A job says that scripts are pending. One job serves many of them. */
const taskName = 'serve_scripts'

/** Adds a job, unless one waits already. Committed with the transaction. */
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

/** Jobs at once: one is served while the next is fetched. */
const concurrency = 2
/** One connection listens, and the others fetch and complete jobs. */
const connections = 3
/** A missed notification delays a job this long. */
const pollInterval = 2000

/** Installs the tables of the queue and works on its jobs until disposed. */
export async function openScriptQueue({ databaseUrl, serve, log }: Options): Promise<AsyncDisposable> {
  const pool = new Pool({ connectionString: databaseUrl, max: connections, application_name: 'travel.aw queue' })
  pool.on('error', (cause) => log.warn('the queue lost a database connection', { cause }))
  pool.on('connect', (client) =>
    client.on('error', (cause) => log.warn('the queue lost a database connection', { cause })),
  )
  const runner = await run({
    pgPool: pool,
    concurrency,
    pollInterval,
    noHandleSignals: true,
    logger: new Logger(() => logTo(log)),
    crontab: '',
    taskList: { [taskName]: () => serve() },
  }).catch(async (cause: unknown) => {
    await pool.end()
    throw cause
  })
  let isClosing = false
  runner.promise.catch((cause: unknown) => {
    if (!isClosing) log.error('the queue of scripts has stopped', { cause })
  })
  return {
    async [Symbol.asyncDispose]() {
      isClosing = true
      await runner.stop()
      await pool.end()
    },
  }
}

/** The library logs each job; only its problems are of interest. */
const logTo = (log: Log) => (level: `${LogLevel}`, message: string) => {
  if (level === 'error') log.error(`queue: ${message}`)
  else if (level === 'warning') log.warn(`queue: ${message}`)
}
