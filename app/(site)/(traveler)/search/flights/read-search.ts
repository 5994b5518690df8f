import { type FlightFormValues, formOf } from '#lib/travel/model/flights/flight-form.ts'
import {
  checkFlightDays,
  type FlightFieldFaults,
  readFlightQuery,
  roughOnward,
} from '#lib/travel/model/flights/flight-query.ts'
import type { WiderPlace } from '#lib/travel/model/flights/wider-place.ts'
import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { type NearbyAirport, nearbyAirports } from '#lib/travel/server/places/nearby-airports.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { flightSearchInput } from '#lib/travel/server/search/flight-search-input.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { FieldFaults } from '#runner/contract/field-fault.ts'

type NearbyEnd = NearbyAirport & { field: 'origin' | 'destination' }

type RequestedSearch =
  | { ok: true; search: FlightSearch; query: string; form: FlightFormValues }
  | { ok: false; problems: FlightFieldFaults | FieldFaults; form: FlightFormValues }

/** Reads the search from the URL and validates it as the search route does. */
export function readSearch(query: URLSearchParams, places: Places, nowMs: number): RequestedSearch {
  const read = readFlightQuery(query)
  if (!read.ok) {
    const { partial } = read
    // The schema cannot check dates against today, so both checks run: the user sees every invalid field.
    const days = checkFlightDays(partial, todayAt(partial.origin ?? '', places, nowMs))
    const form = formOf(partial)
    // `form` has no invalid date, but the query still shows whether the trip is one-way or round.
    const [date, back] = [query.get('date'), query.get('return_date')]
    if (date || back) form.trip = back ? 'round' : 'one'
    const onward = roughOnward(query)
    const rough = onward.length > 0 ? { ...form, onward, trip: 'multi' as const } : form
    return { ok: false, problems: { ...days, ...read.errors }, form: rough }
  }
  const { search } = read
  const checked = flightSearchInput(search, places, nowMs)
  const form = formOf(search)
  if (!checked.ok) return { ok: false, problems: checked.faults, form }
  return { ok: true, search, query: writeFlightQuery(search), form }
}

/** The city of each airport in the search, if the city has other airports too. None for a multi-city trip. */
export function widerPlaces(search: FlightSearch, places: Places): WiderPlace[] {
  if (search.onward !== undefined) return []
  const ends = { origin: places.byCode(search.origin), destination: places.byCode(search.destination) }
  // For a search within one city, widening an end would make both ends equal.
  if (ends.origin?.cityCode === ends.destination?.cityCode) return []
  return (['origin', 'destination'] as const).flatMap((field) => {
    const code = ends[field]?.cityCode
    const city = code && code !== search[field] ? places.byCode(code) : undefined
    return city && city.airports.length > 1 ? [{ field, code: city.code, name: city.name }] : []
  })
}

/** Other airports near each end of a trip. None for a multi-city trip, which has too many ends. */
export function nearbyEnds(search: FlightSearch, places: Places): NearbyEnd[] {
  if (search.onward !== undefined) return []
  return (['origin', 'destination'] as const).flatMap((field) => {
    const place = places.byCode(search[field])
    const other = search[field === 'origin' ? 'destination' : 'origin']
    const taken = places.byCode(other)?.airports ?? [other]
    return (place ? nearbyAirports(place, places) : [])
      .filter(({ airport }) => !taken.includes(airport.code))
      .map((nearby) => ({ field, ...nearby }))
  })
}

/** Today's date at the departure airport. */
export function todayAt(code: string, places: Places, nowMs: number): string {
  return toLocalTime(places.zoneOf(code) ?? 'UTC', nowMs).slice(0, 10)
}
