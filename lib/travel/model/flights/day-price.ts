import * as z from 'zod'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { currencyCode, Price } from '#runner/contract/travel-fields.ts'
import { bagFields } from '../bag-fields.ts'

/** The maximum number of days per request, and of days that may be searched if their price is unknown. */
const MAX_DAYS = 7
const MAX_ASKED_DAYS = 4

const day = z.iso.date('must be a real date, like 2027-02-13')

/**
 * A search, the requested days (same length of stay), and the days among them that may be searched: in the background,
 * or because a person pressed a button for the one day in `ask`. `prices_in` is the currency of the list beside the
 * days, which may differ from the requested one. Absent: the requested one.
 */
export const DayPricesQuery = FlightSearch.safeExtend({
  days: z.array(day).min(1, 'must name at least one day').max(MAX_DAYS, `must name at most ${MAX_DAYS} days`),
  ask: z.array(day).max(MAX_ASKED_DAYS, `must name at most ${MAX_ASKED_DAYS} days`).default([]),
  pressed: z.boolean().default(false),
  ...bagFields,
  prices_in: currencyCode.exactOptional(),
}).superRefine(({ days, ask, pressed }, { addIssue }) => {
  if (pressed && ask.length !== 1)
    addIssue({ code: 'custom', path: ['ask'], message: 'must name exactly one day if pressed is true' })
  for (const [at, date] of ask.entries()) {
    if (days.includes(date)) continue
    addIssue({ code: 'custom', path: ['ask', at], message: 'is not among days: add it to days, or leave it out' })
  }
})
export type DayPricesQuery = z.infer<typeof DayPricesQuery>

/** The search without the fields for other days. */
export function searchOf({
  days: _days,
  ask: _ask,
  pressed: _pressed,
  prices_in: _currency,
  cabin_bags: _cabin,
  checked_bags: _checked,
  ...search
}: DayPricesQuery): FlightSearch {
  return search
}

/**
 * One day's lowest price. `none`: searched, without a flight. `unknown`: not searched, or the search in the background
 * failed. `failed`: the search that a person pressed for found no price. `bags`: there are flights, but no provider says
 * what the bags cost. `tickets`: there are flights, but only on separate tickets.
 */
export const DayPrice = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('priced'),
    date: day,
    price: Price,
    data: DataLabel,
    fetched_at: z.iso.datetime(),
  }),
  z.object({ state: z.enum(['none', 'unknown', 'failed', 'bags', 'tickets']), date: day }),
])
export type DayPrice = z.infer<typeof DayPrice>
