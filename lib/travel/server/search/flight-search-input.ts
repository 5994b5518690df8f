import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { paramsOf } from '#runner/contract/capabilities/params-of-search.ts'
import { type FieldFault, type FieldFaults, faultOf } from '#runner/contract/field-fault.ts'
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
  const faults: Record<string, FieldFault> = {}
  const slices = search.onward ? [search, ...search.onward] : [search]
  for (const [at, { origin, destination }] of slices.entries()) {
    const nameOf = (field: 'origin' | 'destination') => (at === 0 ? field : onwardField(at - 1, field))
    const [from, to] = [places.byCode(origin), places.byCode(destination)]
    if (!from) faults[nameOf('origin')] = unknown(origin)
    if (!to) faults[nameOf('destination')] = unknown(destination)
    if (from && to && from.cityCode === to.cityCode)
      faults[nameOf('destination')] = faultOf('is in the same city as the origin', { code: 'sameCity' })
  }
  const today = todayAtOrigin(search, places, nowMs)
  Object.assign(faults, checkCurrency(search))
  Object.assign(faults, checkOrder(search, places, nowMs), checkFlightDays(search, today))
  if (Object.keys(faults).length > 0) return { ok: false, faults }
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
function checkOrder(search: FlightSearch, places: KnownPlaces, nowMs: number): FieldFaults {
  const all = slicesOf(search)
  const faults: Record<string, FieldFault> = {}
  for (const [at, { origin, date }] of all.entries()) {
    const before = all[at - 1]
    if (before === undefined || date >= before.date) continue
    const [from, to] = [places.byCode(before.origin), places.byCode(origin)]
    if (from && to && isEastwardAcrossDateLine(from.zone, to.zone, nowMs)) continue
    const { date: earliest } = before
    if (search.onward === undefined) faults.return_date = faultOf('is before the departure', { code: 'before' })
    else {
      const phrase = `is before the previous flight: the earliest is ${earliest}`
      faults[onwardField(at - 1, 'date')] = faultOf(phrase, { code: 'before', date: earliest })
    }
  }
  return faults
}

const unknown = (value: string) =>
  faultOf(`${value} is not an airport or city that we know: choose another`, { code: 'unknown', value })

/** Across the date line, clocks differ by more than 12 hours. */
function isEastwardAcrossDateLine(from: string, to: string, nowMs: number): boolean {
  return offsetMinutesAtInstant(from, nowMs) - offsetMinutesAtInstant(to, nowMs) > 12 * 60
}
