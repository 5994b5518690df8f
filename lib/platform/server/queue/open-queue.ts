import { EventEmitter } from 'node:events'
import { Logger, type LogLevel, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import { Pool } from 'pg'
import type { Log } from '#runner/core/ports.ts'
import { freeLeftJobs, markAlive } from './left-jobs.ts'

type Options = {
  readonly databaseUrl: string
  /** The kinds of jobs, by name. Jobs of other kinds are left to other queues. */
  readonly tasks: TaskList
  /** The maximum of concurrent jobs. */
  readonly concurrency: number
  /** What the queue processes, such as "scripts", for log messages. */
  readonly name: string
  readonly log: Log
}

/** Installs the tables of the queue, for a process that adds jobs and works on none. */
export const installQueue = (databaseUrl: string): Promise<void> => runMigrations({ connectionString: databaseUrl })

/** How long a missed notification delays a job, in ms. */
const pollInterval = 2000

/**
 * Installs the tables of the queue and works on its jobs until disposed. If the process dies, another queue with the
 * same tasks begins its jobs again within 30 seconds, and so does this one with a job whose end an outage has lost.
 */
export async function openQueue({ databaseUrl, tasks, concurrency, name, log }: Options): Promise<AsyncDisposable> {
  // One connection listens, and the others fetch and complete jobs.
  const pool = new Pool({
    connectionString: databaseUrl,
    max: concurrency + 1,
    application_name: `travel.aw queue of ${name}`,
  })
  pool.on('error', (cause) => log.warn('the queue lost a database connection', { cause }))
  pool.on('connect', (client) =>
    client.on('error', (cause) => log.warn('the queue lost a database connection', { cause })),
  )
  const events: WorkerEvents = new EventEmitter()
  const live = markAlive(events, log)
  const runner = await run({
    pgPool: pool,
    events,
    concurrency,
    pollInterval,
    noHandleSignals: true,
    logger: new Logger(() => logTo(log)),
    crontab: '',
    taskList: tasks,
  }).catch(async (cause: unknown) => {
    await pool.end()
    throw cause
  })
  // Earlier versions announced scripts by a job with this key, which no queue runs any more.
  await pool.query("select graphile_worker.remove_job('serve_scripts')")
  const stopLooking = freeLeftJobs(pool, live, Object.keys(tasks), log)
  let isClosing = false
  runner.promise.catch((cause: unknown) => {
    if (!isClosing) log.error(`the queue of ${name} has stopped`, { cause })
  })
  return {
    async [Symbol.asyncDispose]() {
      if (isClosing) return
      isClosing = true
      await stopLooking()
      await runner.stop()
      await pool.end()
    },
  }
}

/** The library logs each job. Keeps only its warnings and errors. */
const logTo = (log: Log) => (level: `${LogLevel}`, message: string) => {
  if (level === 'error') log.error(`queue: ${message}`)
  else if (level === 'warning') log.warn(`queue: ${message}`)
}
