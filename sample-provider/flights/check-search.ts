import { addDays, isDate } from '#lib/travel/model/offset-time.ts'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { currencies } from '../currencies.ts'
import { badRequest, type Checked, gatewayIssues, type Issue } from '../errors.ts'
import type { Cabin, FlightSearch, SearchBound } from './search.ts'

export const MAX_SEATS = 9
export const MAX_OFFERS = 250
export const DEFAULT_CURRENCY = 'EUR'
const DAYS_AHEAD = 365

/** A search whose fields have the right form. */
type WellFormed = Omit<FlightSearch, 'bounds'> & {
  readonly trips: readonly { readonly from: string; readonly to: string; date: string; cabin: Cabin | undefined }[]
}

/** What the request calls its fields. */
type Names = {
  /** `isLate`: the day is past, or before that of the flight before it. */
  date(at: number, isLate: boolean): string
  ends(at: number): string
  readonly currency: string
  readonly travelers: string
}

/**
 * Checks values and combinations of a search, and reports all its findings with those of the caller; then whether the
 * locations exist. "Today" is the date at the origin of the first flight.
 */
export function checkSearch(
  { trips, ...search }: WellFormed,
  names: Names,
  issues: Issue[],
  { places, nowMs }: { places: Pick<Places, 'byCode'>; nowMs: number },
): Checked<FlightSearch> {
  const home = places.byCode(trips[0]?.from ?? '')
  const today = toLocalTime(home?.zone ?? 'UTC', nowMs).slice(0, 10)
  let earliest = today
  for (const [at, { from, to, date }] of trips.entries()) {
    const wrong = (code: 425 | 2668 | 4926, detail: string) =>
      issues.push(badRequest(code, names.date(at, code !== 425), detail))
    if (!isDate(date)) wrong(425, 'Date does not exist')
    else if (date > addDays(today, DAYS_AHEAD)) wrong(425, `Date is more than ${DAYS_AHEAD} days ahead`)
    // Where a later flight leaves, it may still be yesterday.
    else if (date < (at === 0 ? today : addDays(today, -1))) wrong(4926, 'Past date/time not allowed')
    else if (date < earliest) wrong(2668, 'Departures must be in chronological order')
    // A flight eastward across the date line can land the day before.
    if (isDate(date)) earliest = addDays(date, -1)
    if (from === to) issues.push(badRequest(2668, names.ends(at), 'Origin and destination must be different'))
  }
  if (!currencies.has(search.currency)) {
    issues.push(badRequest(4926, names.currency, 'Currency not supported', DEFAULT_CURRENCY))
  }
  if (search.travelers.filter(({ type }) => type !== 'HELD_INFANT').length > MAX_SEATS) {
    issues.push(badRequest(10661, names.travelers, `At most ${MAX_SEATS} seated travelers`))
  }
  if (issues.length > 0) return { ok: false, issues }
  const bounds = trips.flatMap(({ from, to, date, cabin }): SearchBound[] => {
    const [origins, destinations] = [places.byCode(from)?.airports, places.byCode(to)?.airports]
    return origins && destinations ? [{ origins, destinations, date, cabin }] : []
  })
  if (bounds.length < trips.length) return { ok: false, issues: [gatewayIssues.unknownLocation] }
  return { ok: true, value: { ...search, bounds } }
}
