import type { PlaceDetail } from '#lib/places/places.ts'
import { checkFlightDays } from '#lib/travel/flights/flight-query.ts'
import { onwardField } from '#lib/travel/flights/onward-fields.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { paramsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { checkCurrency } from './check-currency.ts'
import type { SearchCheck } from './stream-search.ts'

type KnownPlaces = { byCode(code: string): PlaceDetail | undefined }

/**
 * Makes the server-side checks of a search (known places, no past dates at the origin) and builds the input for every
 * skill with the flight capability.
 */
export function flightSearchInput(search: FlightSearch, places: KnownPlaces, nowMs: number): SearchCheck {
  const details: Record<string, string> = {}
  const slices = search.onward ? [search, ...search.onward] : [search]
  for (const [at, { origin, destination }] of slices.entries()) {
    const nameOf = (field: 'origin' | 'destination') => (at === 0 ? field : onwardField(at - 1, field))
    const [from, to] = [places.byCode(origin), places.byCode(destination)]
    if (!from) details[nameOf('origin')] = `${origin} is not an airport or city that we know: choose another`
    if (!to) details[nameOf('destination')] = `${destination} is not an airport or city that we know: choose another`
    if (from && to && from.cityCode === to.cityCode)
      details[nameOf('destination')] = 'is in the same city as the origin'
  }
  const today = toLocalTime(places.byCode(search.origin)?.zone ?? 'UTC', nowMs).slice(0, 10)
  Object.assign(details, checkCurrency(search))
  Object.assign(details, checkFlightDays(search, today))
  if (Object.keys(details).length > 0) return { ok: false, details }
  return {
    ok: true,
    input: { action: 'search_flights', params: paramsOf(search), config: { max_results: search.max_results } },
  }
}
