import type { WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { createOutage } from '#runner/core/outage.ts'
import type { Log } from '#runner/core/ports.ts'
import { reasonOf } from '../db/database-error.ts'
import { endWhenSilent } from '../db/end-when-silent.ts'

/** The space of the advisory locks of pools, which no other lock uses. */
const locks = 7312

/** A pool that is dead at two looks in a row is dead: one whose connection is only lost has locked itself again. */
const lookEveryMs = 10_000

/**
 * Marks the pool of a queue as alive, with an advisory lock on the connection on which it listens. PostgreSQL releases
 * the lock when the process dies in any way or stands still. A pool that connects again locks itself again.
 */
export function markAlive(events: WorkerEvents, log: Log): void {
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // The library begins to listen first.
    client.once('drain', () => {
      client
        .query('select pg_advisory_lock(hashtextextended($1, $2))', [workerPool.id, locks])
        .then(() => endWhenSilent(client))
        .catch((cause: unknown) => log.warn('the queue cannot mark itself as alive', { cause }))
    })
  })
}

/**
 * Looks now and every ten seconds for jobs of these tasks that a dead pool had begun, and lets another pool run them.
 * The library itself does so after four hours. The returned function stops this.
 */
export function freeJobsOfDeadPools(pool: Pool, tasks: readonly string[], log: Log): () => Promise<void> {
  let suspects: ReadonlySet<string> = new Set()
  const outage = createOutage()

  const look = async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select locked_by as id from (
         select distinct locked_by from graphile_worker.jobs where locked_by is not null and task_identifier = any($1)
       ) as pools where pg_try_advisory_xact_lock_shared(hashtextextended(locked_by, $2))`,
      [tasks, locks],
    )
    const dead = rows.filter(({ id }) => suspects.has(id)).map(({ id }) => id)
    suspects = new Set(rows.map(({ id }) => id))
    if (dead.length === 0) return
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    log.warn('jobs of dead processes run again', { tasks, pools: dead.length })
  }
  let looking = Promise.resolve()
  const lookNext = () => {
    looking = looking.then(look).then(
      () => void outage.end(),
      (cause: unknown) => {
        const reason = reasonOf(cause)
        if (outage.isNew(reason)) log.warn('the queue cannot look for jobs of dead processes', { tasks, reason })
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
