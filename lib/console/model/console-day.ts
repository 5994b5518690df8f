import * as z from 'zod'
import { TimeZone } from './console-zone.ts'

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
