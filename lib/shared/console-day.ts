import * as z from 'zod'

/** The database knows no year 0, and writes years after 9999 in another way. */
const isDay = (text: string): boolean =>
  z.iso.date().safeParse(text).success && text >= '1970-01-01' && text <= '2999-12-31'

/** A day in the filters of a list. */
export const Day = z.string().refine(isDay, 'must be a date such as 2027-01-31')
