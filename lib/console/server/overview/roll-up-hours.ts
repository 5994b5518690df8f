import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Clock } from '#runner/core/ports.ts'
import { addOwners, boundOwners, type OwnerCounts } from './owner-counts.ts'
import { type CountsText, countSlots, dayMs, dayOf, hourMs, hourOf, parsed } from './slot-counts.ts'

type RollUpPorts = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> }

/** Longer than the longest range of the overview. */
const keptHours = 100 * 24
/** The wait after an hour: an execution belongs to the hour in which its transaction began, but commits a bit later. */
const settlingMs = 10 * 60 * 1000
/** Hours per statement, to limit how many executions one statement reads. */
const hoursAtOnce = 24

/**
 * Stores the counts of each past hour, and counts an hour again when executions that were open have ended. Then stores
 * the sums of whole days. The counts still include executions that are deleted later, such as those of a deleted
 * account. Returns the number of stored hours.
 *
 * @param mostOwners the profiles of an hour and of a day with counts of their own
 */
export async function rollUpHours({ db, clock }: RollUpPorts, mostOwners?: number): Promise<number> {
  const first = await db.execution.findFirst({ orderBy: { startedAt: 'asc' }, select: { startedAt: true } })
  if (first === null) return 0
  const until = hourOf(clock.now() - settlingMs)
  const since = dayOf(Math.max(until - keptHours * hourMs, first.startedAt.getTime()))
  const [stored, openHours] = await Promise.all([
    db.executionHour.findMany({
      where: { hour: { gte: new Date(since) }, executions: { not: null } },
      select: { hour: true, open: true },
    }),
    db.$queryRaw<{ hour: Date; open: number }[]>`
      select date_trunc('hour', started_at, 'UTC') as hour, count(*)::int as open from executions
      where status in ('pending', 'running', 'suspended') group by 1`,
  ])
  const open = new Map(openHours.map(({ hour, ...one }) => [hour.getTime(), one.open]))
  const openOf = (hour: number) => open.get(hour) ?? 0
  const counted = new Map(stored.map(({ hour, ...one }) => [hour.getTime(), one.open]))
  const hours: number[] = []
  for (let hour = since; hour < until; hour += hourMs) if (counted.get(hour) !== openOf(hour)) hours.push(hour)
  for (let done = 0; done < hours.length; done += hoursAtOnce) {
    const slots = hours.slice(done, done + hoursAtOnce).map((from) => ({ from, to: from + hourMs }))
    const found = new Map((await countSlots(db, slots)).map(({ from, counts }) => [from.getTime(), counts]))
    // Stores hours without executions too, so that they are not read again.
    const rows = slots.map(({ from }) => ({ hour: from, counts: found.get(from) ?? [] }))
    const sum = (counts: readonly OwnerCounts[], of: 1 | 2) => counts.reduce((total, one) => total + one[of], 0)
    await db.$executeRaw`
      insert into execution_hours (hour, counts, executions, failed, open)
      select hour, counts::json, executions, failed, open from unnest(
        ${rows.map(({ hour }) => isoOf(hour))}::timestamptz[],
        ${rows.map(({ counts }) => JSON.stringify(boundOwners(counts, mostOwners)))}::text[],
        ${rows.map(({ counts }) => sum(counts, 1))}::int[], ${rows.map(({ counts }) => sum(counts, 2))}::int[],
        ${rows.map(({ hour }) => openOf(hour))}::int[]
      ) as counted (hour, counts, executions, failed, open)
      on conflict (hour) do update set counts = excluded.counts, executions = excluded.executions,
        failed = excluded.failed, open = excluded.open`
  }
  await addUpDays(db, { since, until: dayOf(until), changed: new Set(hours.map(dayOf)) }, mostOwners)
  return hours.length
}

type Days = { readonly since: number; readonly until: number; readonly changed: ReadonlySet<number> }

/** Stores the sums of the days that lack them, and of those with changed hours. */
async function addUpDays(db: DatabaseClient, { since, until, changed }: Days, mostOwners?: number): Promise<void> {
  const rows = await db.executionDay.findMany({ where: { day: { gte: new Date(since) } }, select: { day: true } })
  const stored = new Set(rows.map(({ day }) => day.getTime()))
  for (let day = since; day < until; day += dayMs) {
    if (stored.has(day) && !changed.has(day)) continue
    const hours = await db.$queryRaw<CountsText[]>`
      select hour as from, counts::text from execution_hours
      where hour >= ${new Date(day)} and hour < ${new Date(day + dayMs)}`
    const counts = boundOwners(addOwners(parsed(hours).flatMap((one) => one.counts)), mostOwners)
    await db.$executeRaw`
      insert into execution_days (day, counts) values (${new Date(day)}, ${JSON.stringify(counts)}::json)
      on conflict (day) do update set counts = excluded.counts`
  }
}

const isoOf = (time: number): string => new Date(time).toISOString()
