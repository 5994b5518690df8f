import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { ExecutionCountQuery, ExecutionHistogram } from '../../model/console-executions.ts'
import { timesOfDays } from '../within-days.ts'
import { isFailed } from './execution-row.ts'
import { allOf, matchesOf } from './list-executions.ts'

const barCount = 48
const dayMs = 24 * 60 * 60 * 1000

type Row = { readonly bar: number; readonly executions: number; readonly failed: number }

/** How many executions a query finds in each part of a time: of the last day, unless the query has one. */
export async function countBars(
  { db }: { readonly db: DatabaseClient },
  query: ExecutionCountQuery,
  now: number,
): Promise<ExecutionHistogram> {
  const { start, end } = timesOfDays(query)
  const to = Math.min(now, query.before ? Date.parse(query.before) : now, end?.getTime() ?? now)
  const since = Math.max(query.since ? Date.parse(query.since) : 0, start?.getTime() ?? 0)
  const from = since === 0 ? to - dayMs : Math.min(since, to - 1000)
  const barMs = (to - from) / barCount
  const starts = Array.from({ length: barCount }, (_, bar) => new Date(from + bar * barMs).toISOString())
  const { each, ...matches } = await matchesOf(db, query)
  const isSince = Prisma.sql`e.started_at >= ${new Date(from)}`
  // Indexes have the starts of all executions, and find the failed ones: no other row is read.
  const rows = await db.$queryRaw<Row[]>`
    select width_bucket(found.started_at, ${starts}::timestamptz[]) - 1 as bar, count(*)::int as executions,
      count(failed.id)::int as failed
    from (${allOf({ ...matches, each: [...each, isSince] })}) as found
    left join (select e.id from executions e where ${isFailed} and ${isSince}) as failed on failed.id = found.id
    group by 1`
  const found = new Map(rows.map((row) => [row.bar, row]))
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bars: starts.map((_, bar) => ({
      executions: found.get(bar)?.executions ?? 0,
      failed: found.get(bar)?.failed ?? 0,
    })),
  }
}
