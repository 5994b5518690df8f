import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { inShortTransactions, type Pace } from '#lib/platform/server/db/in-short-transactions.ts'
import type { Clock } from '#runner/core/ports.ts'

/** The ages in days at which an ended execution loses its output and journal, and its row. */
export type Ages = { readonly journalDays: number; readonly executionDays: number }

type PrunePorts = { readonly db: Pick<DatabaseClient, 'sqlTransaction'>; readonly clock: Pick<Clock, 'now'> }

const dayMs = 24 * 60 * 60 * 1000
const isOver = Prisma.sql`status in ('success', 'error')`
/** Executions in one transaction, each with up to some hundred host calls. */
const atOnce = 100

/**
 * Deletes the outputs, recordings and journals of executions that ended long ago, and later their rows. What has not
 * ended stays whole. The audit trail and the sums of costs and hours stay too. Returns the numbers of executions.
 */
export async function pruneExecutions(
  { db, clock }: PrunePorts,
  { journalDays, executionDays }: Ages,
  pace: Pace,
): Promise<{ readonly oldOutputs: number; readonly oldExecutions: number }> {
  const before = (days: number) => new Date(clock.now() - days * dayMs)
  const oldExecutions = await inShortTransactions(
    db,
    pace,
    (tx) => tx.$executeRaw`
      with old as (
        -- An execution begins before it ends, and the index knows when it began.
        select id from executions
        where started_at < ${before(executionDays)} and finished_at < ${before(executionDays)} and ${isOver}
        order by started_at limit ${atOnce} for update skip locked
      )
      delete from executions e using old where e.id = old.id`,
  )
  const oldOutputs = await inShortTransactions(
    db,
    pace,
    (tx) => tx.$executeRaw`
      with old as (
        select id from executions
        where output is not null and finished_at < ${before(journalDays)} and ${isOver}
        order by finished_at limit ${atOnce} for update skip locked
      ), calls as (
        delete from journal_entries j using old where j.execution_id = old.id
      )
      update executions e set output = null, results_hash = null, replay = null, seal = null
      from old where e.id = old.id`,
  )
  return { oldOutputs, oldExecutions }
}
