import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { paramsOf } from '#runner/contract/capabilities/params-of-search.ts'
import { checkFlightDays } from '../../model/flights/flight-query.ts'
import { onwardField } from '../../model/flights/onward-fields.ts'
import { searchOn } from '../../model/flights/search-on.ts'
import { offsetMinutesAtInstant, toLocalTime } from '../../model/zoned-time.ts'
import type { PlaceDetail } from '../places/places.ts'
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
  const today = todayAtOrigin(search, places, nowMs)
  Object.assign(details, checkCurrency(search))
  Object.assign(details, checkOrder(search, places, nowMs), checkFlightDays(search, today))
  if (Object.keys(details).length > 0) return { ok: false, details }
  return {
    ok: true,
    input: { action: 'search_flights', params: paramsOf(search), config: { max_results: search.max_results } },
  }
}

/**
 * Checks a search whose prices on other days are requested. Its own days may have passed since its page was opened, so
 * it is checked as if it started today. Each other day is checked when it is searched.
 */
export function checkForOtherDays(search: FlightSearch, places: KnownPlaces, nowMs: number): SearchCheck {
  const today = todayAtOrigin(search, places, nowMs)
  return flightSearchInput(search.date < today ? searchOn(search, today) : search, places, nowMs)
}

function todayAtOrigin({ origin }: FlightSearch, places: KnownPlaces, nowMs: number): string {
  return toLocalTime(places.byCode(origin)?.zone ?? 'UTC', nowMs).slice(0, 10)
}

/**
 * The errors of flights on the day before the previous one, unless that one goes eastward across the date line and can
 * land on this day.
 */
function checkOrder(search: FlightSearch, places: KnownPlaces, nowMs: number): Record<string, string> {
  const all = slicesOf(search)
  const details: Record<string, string> = {}
  for (const [at, { origin, date }] of all.entries()) {
    const before = all[at - 1]
    if (before === undefined || date >= before.date) continue
    const [from, to] = [places.byCode(before.origin), places.byCode(origin)]
    if (from && to && isEastwardAcrossDateLine(from.zone, to.zone, nowMs)) continue
    if (search.onward === undefined) details.return_date = 'is before the departure'
    else details[onwardField(at - 1, 'date')] = `is before the previous flight: the earliest is ${before.date}`
  }
  return details
}

/** Across the date line, clocks differ by more than 12 hours. */
function isEastwardAcrossDateLine(from: string, to: string, nowMs: number): boolean {
  return offsetMinutesAtInstant(from, nowMs) - offsetMinutesAtInstant(to, nowMs) > 12 * 60
}
