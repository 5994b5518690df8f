import type { DatabaseClient } from '#lib/db/client.ts'
import type { Clock } from '#runner/ports.ts'
import { hourMs, hourOf, selectCounts } from './slot-counts.ts'

type RollUpPorts = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> }

/** Longer than the longest range of the overview. */
const keptHours = 100 * 24
/** An execution counts for the hour in which its transaction began, which may commit a little later. */
const settlingMs = 10 * 60 * 1000
/** Hours per statement, so that none of them reads very many executions. */
const hoursAtOnce = 24

/**
 * Stores the counts of the hours whose executions have all ended. Other hours wait for the next call. Executions that
 * are deleted later, with the account of a guest, stay counted. Returns the number of hours.
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
    // An hour without executions is stored too: it need not be read again.
    await db.$executeRaw`
      insert into execution_hours (hour, counts)
      select hour, coalesce(counts, '[]') from unnest(${times}::timestamptz[]) as hour
        left join (${selectCounts(slots)}) as counted on slot = hour
      on conflict do nothing`
  }
  return hours.length
}
