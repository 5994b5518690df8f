import * as z from 'zod'

/** Excludes year 0, which PostgreSQL does not have, and years after 9999, which it formats differently. */
const isDay = (text: string): boolean =>
  z.iso.date().safeParse(text).success && text >= '1970-01-01' && text <= '2999-12-31'

/** A day in the filters of a list. */
export const Day = z.string().refine(isDay, 'must be a date such as 2027-01-31')
