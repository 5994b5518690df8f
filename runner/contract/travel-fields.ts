import * as z from 'zod'
import { type Limits, latitudes, longitudes } from './capabilities/search-limits.ts'

// Fields that several capabilities share.

export const iataCode = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a three-letter airport or city code in capitals, like AMS')

export const isoDate = z.iso.date('must be a real date, like 2027-02-13')

/** Whether all texts are real dates. Rules between dates check this, because they also run on invalid dates. */
export const areDates = (...dates: readonly string[]): boolean => dates.every((date) => isoDate.safeParse(date).success)

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code in capitals, like USD')

/** Offers are in this century. `Date` functions read years below 100 as years of the 20th century. */
const thisCentury = /^20/
const isNotOfIt = 'must be in the years 2000 to 2099'

/** A local time with its offset from UTC. */
export const offsetTime = z.iso.datetime({ offset: true }).regex(thisCentury, isNotOfIt)

/** A date in an offer. */
export const offerDate = isoDate.regex(thisCentury, isNotOfIt)

const degrees = ([least, most]: Limits) =>
  z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`)
export const latitude = degrees(latitudes)
export const longitude = degrees(longitudes)

export const wholeNumber = ([least, most]: Limits) =>
  z
    .int('must be a whole number')
    .min(least, least === 0 ? 'cannot be negative' : `must be at least ${least}`)
    .max(most, `must be at most ${most}`)

/** A higher amount is not exact in a currency's minor unit. */
const highestAmount = 100_000_000_000
/** The smallest minor unit of any currency. */
const minAmount = 0.001

export const Price = z.object({
  /** In the currency's major unit, rounded to its minor unit. */
  amount: z.number().nonnegative().max(highestAmount),
  currency: currencyCode,
})
export type Price = z.infer<typeof Price>

/** The price of an offer is above zero. */
export const OfferPrice = Price.extend({ amount: z.number().positive().min(minAmount).max(highestAmount) })
