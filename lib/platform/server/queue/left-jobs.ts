import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { createOutage } from '#runner/core/outage.ts'
import type { Log } from '#runner/core/ports.ts'
import { reasonOf } from '../db/database-error.ts'
import { endWhenSilent } from '../db/end-when-silent.ts'

/** The space of the advisory locks of pools, which no other lock uses. */
const locks = 7312

/**
 * A job that nobody runs at two looks in a row is left: a pool whose connection is only lost has locked itself again, and
 * a pool has noted the job that it fetched.
 */
const lookEveryMs = 10_000

/** A pool of this process. `running`: the ids of its jobs. */
type LivePool = { readonly id: () => string; readonly running: ReadonlySet<string> }

/**
 * Marks the pool of a queue as alive, with an advisory lock on the connection on which it listens, and notes its jobs.
 * PostgreSQL releases the lock when the process dies in any way or stands still. A pool that connects again locks itself
 * again.
 */
export function markAlive(events: WorkerEvents, log: Log): LivePool {
  const running = new Set<string>()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('job:start', ({ job }) => void running.add(job.id))
  events.on('job:complete', ({ job }) => void running.delete(job.id))
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // The library begins to listen first.
    client.once('drain', () => {
      client
        .query('select pg_advisory_lock(hashtextextended($1, $2))', [workerPool.id, locks])
        .then(() => endWhenSilent(client))
        .catch((cause: unknown) => log.warn('the queue cannot mark itself as alive', { cause }))
    })
  })
  return { id: () => id, running }
}

/**
 * Looks now and every ten seconds for jobs of these tasks that a pool has fetched and nobody runs, and lets another run
 * them: those of a dead pool, and those of this pool whose end an outage of the database has lost. The library itself
 * does so after four hours. The returned function stops this.
 */
export function freeLeftJobs(pool: Pool, live: LivePool, tasks: readonly string[], log: Log): () => Promise<void> {
  let suspects: ReadonlySet<string> = new Set()
  const outage = createOutage()

  const look = async () => {
    const { rows } = await pool.query<{ id: string; by: string }>(
      `select id, locked_by as by from graphile_worker.jobs
       where locked_by is not null and task_identifier = any($1) and case locked_by
         when $2 then id <> all($3) else pg_try_advisory_xact_lock_shared(hashtextextended(locked_by, $4)) end`,
      [tasks, live.id(), [...live.running], locks],
    )
    const nameOf = ({ id, by }: { id: string; by: string }) => `${id} ${by}`
    const left = rows.filter((row) => suspects.has(nameOf(row)))
    suspects = new Set(rows.map(nameOf))
    if (left.length === 0) return
    await pool.query(
      `update graphile_worker._private_jobs as job set locked_by = null, locked_at = null
       from unnest($1::bigint[], $2::text[]) as free(id, by) where job.id = free.id and job.locked_by = free.by`,
      [left.map(({ id }) => id), left.map(({ by }) => by)],
    )
    log.warn('jobs that nobody ran run again', { tasks, jobs: left.length })
  }
  let looking = Promise.resolve()
  const lookNext = () => {
    looking = looking.then(look).then(
      () => void outage.end(),
      (cause: unknown) => {
        const reason = reasonOf(cause)
        if (outage.isNew(reason)) log.warn('the queue cannot look for jobs that nobody runs', { tasks, reason })
      },
    )
  }
  lookNext()
  const timer = setInterval(lookNext, lookEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
