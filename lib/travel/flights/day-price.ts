import * as z from 'zod'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { Price } from '#runner/contract/travel-fields.ts'

/** The maximum number of days per request, and of days that may be searched if their price is unknown. */
const MOST_DAYS = 7
const MOST_ASKED_DAYS = 4

const day = z.iso.date('must be a real date, like 2027-02-13')

/**
 * A search, the requested days (same length of stay), and the days among them that may be searched in the background.
 */
export const DayPricesQuery = FlightSearch.safeExtend({
  days: z.array(day).min(1, 'must name at least one day').max(MOST_DAYS, `must name at most ${MOST_DAYS} days`),
  ask: z.array(day).max(MOST_ASKED_DAYS, `must name at most ${MOST_ASKED_DAYS} days`).default([]),
}).superRefine(({ days, ask }, { addIssue }) => {
  for (const [at, date] of ask.entries()) {
    if (days.includes(date)) continue
    addIssue({ code: 'custom', path: ['ask', at], message: 'is not among days: add it to days, or leave it out' })
  }
})
export type DayPricesQuery = z.infer<typeof DayPricesQuery>

/** The search without the fields for other days. */
export function searchOf({ days: _days, ask: _ask, ...search }: DayPricesQuery): FlightSearch {
  return search
}

/** One day's lowest price. `none`: searched, without a flight. `unknown`: not searched, or the search failed. */
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
