import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { ExecutionCountQuery, ExecutionHistogram } from '../../model/console-executions.ts'
import { timesOfDays } from '../within-days.ts'
import { isFailed } from './execution-row.ts'
import { latestOf, matchesOf } from './list-executions.ts'

const barCount = 48
const dayMs = 24 * 60 * 60 * 1000
/** The most executions that are drawn, the latest ones. */
const mostDrawn = 20_000

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
  const matches = await matchesOf(db, query)
  const rows = await db.$queryRaw<Row[]>`
    select least(${barCount - 1}::int, floor((extract(epoch from e.started_at) * 1000 - ${from}) / ${barMs})::int) as bar,
      count(*)::int as executions, (count(*) filter (where ${isFailed}))::int as failed
    from (${latestOf({ ...matches, each: [...matches.each, Prisma.sql`e.started_at >= ${new Date(from)}`] }, { count: mostDrawn })}) as found join executions e on e.id = found.id
    group by 1`
  const found = new Map(rows.map((row) => [row.bar, row]))
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    bars: Array.from({ length: barCount }, (_, bar) => ({
      executions: found.get(bar)?.executions ?? 0,
      failed: found.get(bar)?.failed ?? 0,
    })),
  }
}
