import type { PlaceDetail } from '#lib/places/places.ts'
import { checkFlightDays } from '#lib/travel/flights/flight-query.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { checkCurrency } from './check-currency.ts'
import type { SearchCheck } from './stream-search.ts'

type KnownPlaces = { byCode(code: string): PlaceDetail | undefined }

/**
 * Makes the server-side checks of a search (known places, no past dates at the origin) and builds the input for every
 * skill with the flight capability.
 */
export function flightSearchInput(search: FlightSearch, places: KnownPlaces, nowMs: number): SearchCheck {
  const { max_results, ...params } = search
  const { origin, destination } = search
  const from = places.byCode(origin)
  const to = places.byCode(destination)
  const today = toLocalTime(from?.zone ?? 'UTC', nowMs).slice(0, 10)
  const details: Record<string, string> = {}
  if (!from) details.origin = `${origin} is not an airport or city that we know: choose another`
  if (!to) details.destination = `${destination} is not an airport or city that we know: choose another`
  Object.assign(details, checkCurrency(search))
  if (from && to && from.cityCode === to.cityCode) details.destination = 'is in the same city as the origin'
  Object.assign(details, checkFlightDays(search, today))
  if (Object.keys(details).length > 0) return { ok: false, details }
  return { ok: true, input: { action: 'search_flights', params, config: { max_results } } }
}
