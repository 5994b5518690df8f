import * as z from 'zod'

/** Stores the console's time zone, so that the server can answer with the reader's days. */
export const ZONE_COOKIE = 'console-zone'

/** An IANA time zone that this runtime supports. Days begin at midnight in this time zone. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Use the name of an IANA time zone, such as America/Aruba.')

/** The time zone that a request's cookie names; undefined without a valid one. */
export const readZone = (cookie: string | undefined): string | undefined =>
  TimeZone.optional().catch(undefined).parse(cookie)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Excludes year 0, which PostgreSQL does not have, and years after 9999, which it formats differently. */
const isDay = (text: string): boolean =>
  z.iso.date().safeParse(text).success && text >= '1970-01-01' && text <= '2999-12-31'

/** A day in the filters of a list. */
export const Day = z.string().refine(isDay, 'must be a date such as 2027-01-31')

/** The days of a list, both included. */
export const dayFilters = {
  from: Day.optional(),
  to: Day.optional(),
  /** Where the days begin. Absent: UTC. */
  time_zone: TimeZone.optional(),
} as const

/** The query of a list's route for the query of its page, whose days are in the console's zone. */
export function inZone(query: URLSearchParams, zone: string): URLSearchParams {
  const zoned = new URLSearchParams(query)
  if (query.has('from') || query.has('to')) zoned.set('time_zone', zone)
  return zoned
}
