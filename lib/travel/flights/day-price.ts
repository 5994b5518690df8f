import * as z from 'zod'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { Price } from '#runner/contract/travel-fields.ts'
import { addDays, daysBetween } from '../offset-time.ts'

/** Days that one request may name, and those of them that it may have searched when their price is not known. */
const MOST_DAYS = 7
const MOST_ASKED_DAYS = 4

const day = z.iso.date('must be a real date, like 2027-02-13')

/** A search, the days that it is wanted for (same length of stay), and which of these may be searched in the background. */
export const DayPricesQuery = FlightSearch.safeExtend({
  days: z.array(day).min(1, 'names no day').max(MOST_DAYS, `names more than ${MOST_DAYS} days`),
  ask: z.array(day).max(MOST_ASKED_DAYS, `names more than ${MOST_ASKED_DAYS} days`).default([]),
}).superRefine(({ days, ask }, { addIssue }) => {
  for (const [at, date] of ask.entries()) {
    if (days.includes(date)) continue
    addIssue({ code: 'custom', path: ['ask', at], message: 'is not among days: name it there too, or leave it out' })
  }
})
export type DayPricesQuery = z.infer<typeof DayPricesQuery>

/** The search itself, for its own day. */
export function searchOf({ days: _days, ask: _ask, ...search }: DayPricesQuery): FlightSearch {
  return search
}

/** One day's lowest price. `none`: searched, and there is no flight. `unknown`: not searched, or nobody answered. */
export const DayPrice = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('priced'),
    date: day,
    price: Price,
    data: DataLabel,
    fetched_at: z.iso.datetime(),
  }),
  z.object({ state: z.literal('none'), date: day }),
  z.object({ state: z.literal('unknown'), date: day }),
])
export type DayPrice = z.infer<typeof DayPrice>

/** The same search with another departure, and the return as many days after it as before. */
export function searchOn(search: FlightSearch, date: string): FlightSearch {
  const { return_date } = search
  return { ...search, date, return_date: return_date && addDays(date, daysBetween(search.date, return_date)) }
}
