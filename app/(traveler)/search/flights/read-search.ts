import { formOf, type SearchFormValues } from '#lib/client/search-form.ts'
import type { Places } from '#lib/places/places.ts'
import { flightSearchInput } from '#lib/search/flight-search-input.ts'
import { checkFlightDays, readFlightQuery, writeFlightQuery } from '#lib/travel/flight-query.ts'
import type { WiderPlace } from '#lib/travel/flights/wider-place.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'

export type RequestedSearch =
  | { ok: true; search: FlightSearch; query: string; form: SearchFormValues }
  | { ok: false; problems: Record<string, string>; form: SearchFormValues }

/** The search of an address, checked as the search route checks it. */
export function readSearch(query: URLSearchParams, places: Places, nowMs: number): RequestedSearch {
  const read = readFlightQuery(query)
  if (!read.ok) {
    const { partial } = read
    // The schema stops at what it can see; the calendar is checked beside it, so that every wrong field is named.
    const days = checkFlightDays(partial, todayAt('', places, nowMs))
    return { ok: false, problems: { ...days, ...read.errors }, form: formOf(partial) }
  }
  const { search } = read
  const checked = flightSearchInput(search, places, nowMs)
  const form = formOf(search)
  if (!checked.ok) return { ok: false, problems: checked.details, form }
  return { ok: true, search, query: writeFlightQuery(search), form }
}

/** The cities with more airports than those that were asked for. */
export function widerPlaces(search: FlightSearch, places: Places): WiderPlace[] {
  const ends = { origin: places.byCode(search.origin), destination: places.byCode(search.destination) }
  // Within one city, widening one end would make it the same as the other.
  if (ends.origin?.cityCode === ends.destination?.cityCode) return []
  return (['origin', 'destination'] as const).flatMap((field) => {
    const code = ends[field]?.cityCode
    const city = code && code !== search[field] ? places.byCode(code) : undefined
    return city && city.airports.length > 1 ? [{ field, code: city.code, name: city.name }] : []
  })
}

/** Today by the calendar of the departure airport. */
export function todayAt(code: string, places: Places, nowMs: number): string {
  return toLocalTime(places.zoneOf(code) ?? 'UTC', nowMs).slice(0, 10)
}
