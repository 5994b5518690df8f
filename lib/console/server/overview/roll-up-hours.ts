import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Clock } from '#runner/core/ports.ts'
import { hourMs, hourOf, selectCounts } from './slot-counts.ts'

type RollUpPorts = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> }

/** Longer than the longest range of the overview. */
const keptHours = 100 * 24
/** The wait after an hour: an execution belongs to the hour in which its transaction began, but commits a bit later. */
const settlingMs = 10 * 60 * 1000
/** Hours per statement, to limit how many executions one statement reads. */
const hoursAtOnce = 24

/**
 * Stores the counts of each hour whose executions have all ended. A later call stores the other hours. The counts still
 * include executions that are deleted later, such as those of a deleted account. Returns the number of stored hours.
 */
export async function rollUpHours({ db, clock }: RollUpPorts): Promise<number> {
  const first = await db.execution.findFirst({ orderBy: { startedAt: 'asc' }, select: { startedAt: true } })
  if (first === null) return 0
  const until = hourOf(clock.now() - settlingMs)
  const since = Math.max(until - keptHours * hourMs, hourOf(first.startedAt.getTime()))
  const [stored, open] = await Promise.all([
    db.executionHour.findMany({ where: { hour: { gte: new Date(since) } }, select: { hour: true } }),
    db.$queryRaw<{ hour: Date }[]>`
      select distinct date_trunc('hour', started_at, 'UTC') as hour from executions
      where status in ('pending', 'running', 'suspended')`,
  ])
  const left = new Set([...stored, ...open].map(({ hour }) => hour.getTime()))
  const hours: number[] = []
  for (let hour = since; hour < until; hour += hourMs) if (!left.has(hour)) hours.push(hour)
  for (let done = 0; done < hours.length; done += hoursAtOnce) {
    const slots = hours.slice(done, done + hoursAtOnce).map((from) => ({ from, to: from + hourMs }))
    const times = slots.map(({ from }) => new Date(from).toISOString())
    // Stores hours without executions too, so that they are not read again.
    await db.$executeRaw`
      insert into execution_hours (hour, counts)
      select hour, coalesce(counts, '[]') from unnest(${times}::timestamptz[]) as hour
        left join (${selectCounts(slots)}) as counted on slot = hour
      on conflict do nothing`
  }
  return hours.length
}
