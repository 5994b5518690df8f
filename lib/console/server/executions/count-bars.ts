import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type ExecutionCountQuery, type ExecutionHistogram, mostCharted } from '../../model/console-executions.ts'
import { timesOfDays } from '../within-days.ts'
import { isFailed } from './execution-row.ts'
import { latestOf, matchesOf, selectIf } from './list-executions.ts'

const barCount = 48
const dayMs = 24 * 60 * 60 * 1000

type Ports = { readonly db: DatabaseClient }
/** Both in ms since 1970. */
type Time = { readonly from: number; readonly to: number }
type Bar = ExecutionHistogram['bars'][number]

/**
 * How many executions a query finds in each part of a time: of the last day, unless the query has one. With a text, the
 * time begins with the oldest of those that are counted.
 */
export async function countBars(ports: Ports, query: ExecutionCountQuery, now: number): Promise<ExecutionHistogram> {
  const { start, end } = timesOfDays(query)
  const to = Math.min(now, query.before ? Date.parse(query.before) : now, end?.getTime() ?? now)
  const since = Math.max(query.since ? Date.parse(query.since) : 0, start?.getTime() ?? 0)
  const time = timeUntil(to, since === 0 ? to - dayMs : since)
  return query.text === undefined ? countAll(ports, query, time) : countLatest(ports, query, time)
}

type Row = Bar & { readonly bar: number }

async function countAll({ db }: Ports, query: ExecutionCountQuery, time: Time): Promise<ExecutionHistogram> {
  const { each } = await matchesOf(db, query)
  const isSince = Prisma.sql`e.started_at >= ${new Date(time.from)}`
  // Indexes have the starts of all executions, and find the failed ones: no other row is read.
  const rows = await db.$queryRaw<Row[]>`
    select width_bucket(found.started_at, ${startsOf(time)}::timestamptz[]) - 1 as bar, count(*)::int as executions,
      count(failed.id)::int as failed
    from (${selectIf([...each, isSince])}) as found
    left join (select e.id from executions e where ${isFailed} and ${isSince}) as failed on failed.id = found.id
    group by 1`
  const found = new Map(rows.map(({ bar, ...counts }) => [bar, counts]))
  return histogramOf(time, 'all', (bar) => found.get(bar))
}

/** To find a frequent text, the database reads the words of each execution, so it reads only the latest ones. */
async function countLatest({ db }: Ports, query: ExecutionCountQuery, asked: Time): Promise<ExecutionHistogram> {
  const { each, ...matches } = await matchesOf(db, query)
  const isSince = Prisma.sql`e.started_at >= ${new Date(asked.from)}`
  const found = await db.$queryRaw<{ started_at: Date; failed: boolean }[]>`
    select e.started_at, ${isFailed} as failed
    from (${latestOf({ ...matches, each: [...each, isSince] }, { count: mostCharted + 1 })}) as found
    join executions e on e.id = found.id order by 1`
  const isCut = found.length > mostCharted
  const oldest = found[0]?.started_at.getTime() ?? asked.from
  const time = isCut ? timeUntil(asked.to, oldest) : asked
  const bars = Map.groupBy(isCut ? found.slice(1) : found, ({ started_at }) =>
    Math.min(barCount - 1, Math.floor((started_at.getTime() - time.from) / barMsOf(time))),
  )
  return histogramOf(time, isCut ? 'newest' : 'all', (bar) => ({
    executions: bars.get(bar)?.length ?? 0,
    failed: bars.get(bar)?.filter(({ failed }) => failed).length ?? 0,
  }))
}

/** The time from `since` to `to`, and at least a second. */
const timeUntil = (to: number, since: number): Time => ({ from: Math.min(since, to - 1000), to })

const barMsOf = ({ from, to }: Time): number => (to - from) / barCount

const startsOf = (time: Time): string[] =>
  Array.from({ length: barCount }, (_, bar) => new Date(time.from + bar * barMsOf(time)).toISOString())

const histogramOf = (
  { from, to }: Time,
  counted: ExecutionHistogram['counted'],
  barAt: (bar: number) => Bar | undefined,
): ExecutionHistogram => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  counted,
  bars: Array.from({ length: barCount }, (_, bar) => barAt(bar) ?? { executions: 0, failed: 0 }),
})
