import { Temporal } from 'temporal-polyfill'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'

interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly time_zone?: string | undefined
}

/** The conditions that a time is on these days, both included, which begin at midnight in their zone. */
export function withinDays(time: Prisma.Sql, { from, to, time_zone: zone = 'UTC' }: Days): Prisma.Sql[] {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds)
  return [
    ...(from === undefined ? [] : [Prisma.sql`${time} >= ${startOf(Temporal.PlainDate.from(from))}`]),
    ...(to === undefined ? [] : [Prisma.sql`${time} < ${startOf(Temporal.PlainDate.from(to).add({ days: 1 }))}`]),
  ]
}
