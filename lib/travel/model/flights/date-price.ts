import * as z from 'zod'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { earliestAfter } from '#runner/contract/capabilities/search-days.ts'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { areDates, currencyCode, Price } from '#runner/contract/travel-fields.ts'
import { bagFields } from '../bag-fields.ts'
import { type DateLook, maxDates, readDates } from './date-text.ts'

const day = z.iso.date('must be a real date, like 2027-02-13')

/** A null `return_date` means a one-way trip. */
const Days = z.object({ date: day, return_date: day.nullable() })

/**
 * A search and the other days to price, each with its return day: `2027-02-13_2027-02-21`. A trip of several flights
 * names the day of its first; the others keep their distance. With `look`, some of the days without a cached price are
 * searched, in the order of `dates`: `pressed` for a person who waits, `background` for a page that asks by itself.
 * `prices_in` is the currency of the list beside the prices, which may differ from the requested one. Absent: the
 * requested one.
 */
export const DatePricesQuery = FlightSearch.safeExtend({
  dates: z
    .array(z.string().transform(readDates).pipe(Days))
    .min(1, 'must name at least one day')
    .max(maxDates, `must name at most ${maxDates} days`),
  look: z.enum(['cached', 'background', 'pressed'] satisfies DateLook[]).default('cached'),
  ...bagFields,
  prices_in: currencyCode.exactOptional(),
}).superRefine(({ dates, return_date: ownReturn }, { addIssue }) => {
  const report = (path: PropertyKey[], message: string) => addIssue({ code: 'custom', path, message })
  for (const [at, { date, return_date }] of dates.entries()) {
    if (ownReturn === null && return_date !== null) report(['dates', at], 'names a return day, but the trip has none')
    if (ownReturn !== null && return_date === null)
      report(['dates', at], 'must name the return day too, like 2027-02-13_2027-02-21')
    // The refinement also runs after a day was refused, and an unreal day has no day before.
    if (return_date !== null && areDates(date, return_date) && return_date < earliestAfter(date))
      report(['dates', at], 'returns before the departure')
  }
})
export type DatePricesQuery = z.infer<typeof DatePricesQuery>

/** The days of one cell as `dates` names them. */
const Cell = z.object({ dates: z.string().regex(/^\d{4}-\d{2}-\d{2}(_\d{4}-\d{2}-\d{2})?$/) })

/**
 * Why no price is known after a search. `currency`: only prices in other currencies were found. `bags`: no provider says
 * what the bags cost. `tickets`: only flights on separate tickets were found.
 */
const FailureReason = z.enum(['no_answer', 'throttled', 'currency', 'bags', 'tickets'])
export type DateFailure = z.infer<typeof FailureReason>

/** Why no more cells are searched. `currency`: the sources answer in other currencies only. */
const Stop = z.discriminatedUnion('reason', [
  z.object({ state: z.literal('stopped'), reason: z.enum(['throttled', 'currency']) }),
  z.object({ state: z.literal('stopped'), reason: z.literal('limit'), retry_after_s: z.number() }),
])

/**
 * A line of the stream: the state of one cell, or the reason why no more cells are searched. `unknown`: not searched.
 * `asking`: its search has begun. `none`: all sources answered, without a flight.
 */
export const DateLine = z.discriminatedUnion('state', [
  Cell.extend({
    state: z.literal('priced'),
    price: Price,
    data: DataLabel,
    provider: z.string().max(200),
    fetched_at: z.iso.datetime(),
  }),
  Cell.extend({ state: z.literal('none') }),
  Cell.extend({ state: z.literal('failed'), reason: FailureReason }),
  Cell.extend({ state: z.literal('asking') }),
  Cell.extend({ state: z.literal('unknown') }),
  Stop,
])
export type DateLine = z.infer<typeof DateLine>
export type DateStop = Extract<DateLine, { state: 'stopped' }>
export type DateCell = Exclude<DateLine, DateStop>
