import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { ExecutionCountQuery, ExecutionHistogram } from '../../model/console-executions.ts'
import type { OwnerCounts } from '../overview/owner-counts.ts'
import { countSlots, hourMs, hourOf } from '../overview/slot-counts.ts'
import { timesOfDays } from '../within-days.ts'
import { isFailed } from './execution-row.ts'
import { latestOf, lookUpWords, type Matches, matchesOf } from './list-executions.ts'

const barCount = 48
const dayMs = 24 * hourMs
/** The most executions that are counted one by one. */
const mostCharted = 50_000

type Ports = { readonly db: DatabaseClient }
/** Both in ms since 1970. */
type Time = { readonly from: number; readonly to: number }
type Bar = ExecutionHistogram['bars'][number]

/**
 * How many executions a query finds in each part of a time: of the last day, unless the query has one. Of too many, the
 * time begins with the oldest of those that are counted. All executions, without another filter than the time, are
 * then the sums of their hours.
 *
 * @param most the most executions that are counted one by one
 */
export async function countBars(
  { db }: Ports,
  query: ExecutionCountQuery,
  now: number,
  most = mostCharted,
): Promise<ExecutionHistogram> {
  const { start, end } = timesOfDays(query)
  const to = Math.min(now, query.before ? Date.parse(query.before) : now, end?.getTime() ?? now)
  const asked = Math.max(query.since ? Date.parse(query.since) : 0, start?.getTime() ?? 0)
  const time = timeUntil(to, asked === 0 ? to - dayMs : asked)
  const { each, since, ...matches } = await lookUpWords(db, await matchesOf(db, query))
  const found = { ...matches, each: [...each, Prisma.sql`e.started_at >= ${new Date(time.from)}`] }
  const [latest] = await db.$queryRaw<{ count: number; oldest: Date | null }[]>`
    select count(*)::int as count, min(started_at) as oldest from (${latestOf(found, { count: most + 1 })}) as latest`
  const { count, oldest } = { count: 0, oldest: null, ...latest }
  const isCut = count > most
  if (isCut && [query.text, query.skill, query.profile].every((filter) => filter === undefined)) {
    return countHours(db, time, to === now)
  }
  const begun = isCut && oldest ? oldest.getTime() : Math.max(time.from, since?.getTime() ?? 0)
  return begun > time.from
    ? { ...(await countEach(db, found, timeUntil(to, begun), most)), counted: 'newest' }
    : countEach(db, found, time, most)
}

type Row = Bar & { readonly bar: number }

async function countEach(db: DatabaseClient, found: Matches, time: Time, most: number): Promise<ExecutionHistogram> {
  const isSince = Prisma.sql`e.started_at >= ${new Date(time.from)}`
  const latest = latestOf({ ...found, each: [...found.each, isSince] }, { count: most + 1 })
  // Indexes have the starts of all executions, and find the failed ones: no other row is read.
  const rows = await db.$queryRaw<Row[]>`
    select width_bucket(found.started_at, ${startsOf(time)}::timestamptz[]) - 1 as bar, count(*)::int as executions,
      count(failed.id)::int as failed
    from (${latest}) as found
    left join (select e.id from executions e where ${isFailed} and ${isSince}) as failed on failed.id = found.id
    group by 1`
  return histogramOf(time, rows)
}

/**
 * Bars of whole hours. The first one may begin before the time, and the last one end after it. `isOpen`: executions that
 * begin meanwhile count, too.
 */
async function countHours(db: DatabaseClient, { from, to }: Time, isOpen: boolean): Promise<ExecutionHistogram> {
  const start = hourOf(from)
  const barMs = Math.ceil((to - start) / barCount / hourMs) * hourMs
  const bars = Math.ceil((to - start) / barMs)
  const time = { from: start, to: start + bars * barMs }
  const [whole, until] = [new Date(hourOf(from + hourMs - 1)), new Date(hourOf(to))]
  const starts = startsOf(time, bars)
  const at = (column: Prisma.Sql) => Prisma.sql`width_bucket(${column}, ${starts}::timestamptz[]) - 1`
  const stored = await db.$queryRaw<{ hour: Date; bar: number; executions: number; failed: number }[]>`
    select hour, ${at(Prisma.sql`hour`)} as bar, executions, failed from execution_hours
    where hour >= ${whole} and hour < ${until} and executions is not null`
  const known = new Set(stored.map(({ hour }) => hour.getTime()))
  const left: Time[] = []
  for (let hour = start; hour < to; hour += hourMs) {
    const end = hour + hourMs
    if (!known.has(hour)) left.push({ from: Math.max(hour, from), to: isOpen ? end : Math.min(end, to) })
  }
  const read = await countSlots(db, left)
  const barOf = (date: Date) => Math.floor((date.getTime() - start) / barMs)
  const sum = (counts: readonly OwnerCounts[], of: 1 | 2) => counts.reduce((total, one) => total + one[of], 0)
  return histogramOf(
    time,
    [
      ...stored,
      ...read.map(({ from: slot, counts }) => {
        return { bar: barOf(slot), executions: sum(counts, 1), failed: sum(counts, 2) }
      }),
    ],
    bars,
  )
}

/** The time from `since` to `to`, and at least a second. */
const timeUntil = (to: number, since: number): Time => ({ from: Math.min(since, to - 1000), to })

const startsOf = ({ from, to }: Time, bars = barCount): string[] =>
  Array.from({ length: bars }, (_, bar) => new Date(from + (bar * (to - from)) / bars).toISOString())

function histogramOf({ from, to }: Time, rows: readonly Row[], bars = barCount): ExecutionHistogram {
  const counts = Array.from({ length: bars }, (): Bar => ({ executions: 0, failed: 0 }))
  for (const { bar, executions, failed } of rows) {
    const before = counts[bar]
    if (before) counts[bar] = { executions: before.executions + executions, failed: before.failed + failed }
  }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), counted: 'all', bars: counts }
}
