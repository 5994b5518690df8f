import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { inShortTransactions, type Pace } from '#lib/platform/server/db/in-short-transactions.ts'
import type { Clock } from '#runner/core/ports.ts'

/** A running execution stores an answer before the journal that names it. None runs as long. */
const unnamedMs = 24 * 60 * 60 * 1000
const atOnce = 100
/** The search for them reads every journal. */
const searchMs = 10 * 60 * 1000

/**
 * Deletes large answers and results that no execution names any more, such as those of a deleted account. Returns their
 * number.
 */
export async function forgetUnnamedAnswers(
  { db, clock }: { readonly db: Pick<DatabaseClient, 'sqlTransaction'>; readonly clock: Pick<Clock, 'now'> },
  pace: Pace,
): Promise<number> {
  const before = new Date(clock.now() - unnamedMs)
  const search = db.sqlTransaction(
    (tx) => tx.$queryRaw<{ hash: string }[]>`
      with named as (
        select results_hash as hash from executions where output is not null and results_hash is not null
        union all
        select skill_digest from executions where status in ('pending', 'running', 'suspended')
        union all
        select one.hash from journal_entries j,
          lateral (values (j.result_hash), (j.result ->> 'hash'), (j.args ->> 'hash')) as one (hash)
        where one.hash is not null
      )
      select hash from answer_blobs b
      where last_used_at < ${before} and not exists (select from named where named.hash = b.hash)`,
    searchMs,
  )
  const unnamed = (await search).map(({ hash }) => hash)
  return inShortTransactions(
    db,
    pace,
    // An answer that was stored again meanwhile stays.
    (tx) => tx.$executeRaw`
      delete from answer_blobs where hash = any(${unnamed.splice(0, atOnce)}) and last_used_at < ${before}`,
  )
}
