import { Temporal } from 'temporal-polyfill'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly time_zone?: string | undefined
}

/** The beginning and the end of these days, both included, which begin at midnight in their zone. */
export function timesOfDays({ from, to, time_zone: zone = 'UTC' }: Days) {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds)
  return {
    start: from === undefined ? undefined : startOf(Temporal.PlainDate.from(from)),
    end: to === undefined ? undefined : startOf(Temporal.PlainDate.from(to).add({ days: 1 })),
  }
}

/** The conditions that a time is on these days. */
export function withinDays(time: Prisma.Sql, days: Days): Prisma.Sql[] {
  const { start, end } = timesOfDays(days)
  return [
    ...(start === undefined ? [] : [Prisma.sql`${time} >= ${start}`]),
    ...(end === undefined ? [] : [Prisma.sql`${time} < ${end}`]),
  ]
}
