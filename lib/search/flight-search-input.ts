import type { PlaceDetail } from '#lib/places/places.ts'
import { MAX_DAYS_AHEAD } from '#lib/travel/calendar-bounds.ts'
import { addDays } from '#lib/travel/offset-time.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { SearchCheck } from './stream-search.ts'

type KnownPlaces = { byCode(code: string): PlaceDetail | undefined }

/**
 * What only the server can check of a search (known places, dates that are not past at the origin), and the input
 * that every skill with the flight capability takes.
 */
export function flightSearchInput(search: FlightSearch, places: KnownPlaces, nowMs: number): SearchCheck {
  const { origin, destination, date, return_date, adults, children, infants, max_results, ...rest } = search
  const details: Record<string, string> = {}
  const from = places.byCode(origin)
  const to = places.byCode(destination)
  if (!from) details.origin = `${origin} is not an airport or city that we know`
  if (!to) details.destination = `${destination} is not an airport or city that we know`
  if (from && to && from.cityCode === to.cityCode) details.destination = 'is in the same city as the origin'
  const today = toLocalTime(from?.zone ?? 'UTC', nowMs).slice(0, 10)
  const last = addDays(today, MAX_DAYS_AHEAD)
  if (date < today) details.date = `is past: the earliest is ${today}`
  else if (date > last) details.date = `is too far ahead: the latest is ${last}`
  if (return_date !== null && return_date > last) details.return_date = `is too far ahead: the latest is ${last}`
  if (Object.keys(details).length > 0) return { ok: false, details }
  return {
    ok: true,
    input: {
      action: 'search_flights',
      params: { origin, destination, date, return_date, passengers: { adults, children, infants }, ...rest },
      config: { max_results },
    },
  }
}
