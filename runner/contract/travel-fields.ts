import * as z from 'zod'

// What the results and searches of several capabilities are made of.

export const iataCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a three-letter airport or city code in capitals, like AMS')

export const isoDate = z.iso.date('must be a real date, like 2027-02-13')

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code in capitals, like USD')

/** A local time with its offset from UTC. */
export const offsetTime = z.iso.datetime({ offset: true })

export const Price = z.object({
  /** In the currency's major unit, rounded to its minor unit. */
  amount: z.number().nonnegative(),
  currency: currencyCode,
})
export type Price = z.infer<typeof Price>
