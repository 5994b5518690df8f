import { checkDays, type NamedDay } from '#runner/contract/capabilities/check-days.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { readSlice } from '#runner/contract/capabilities/flight-slices.ts'
import { daysFrom, earliestAfter } from '#runner/contract/capabilities/search-days.ts'
import { type FlightSlice, maxSlices } from '#runner/contract/capabilities/slice-text.ts'
import { iataCode, isoDate } from '#runner/contract/travel-fields.ts'
import { createSearchQuery, type FaultsOf } from '../search-query.ts'
import { type OnwardField, onwardField, onwardFields } from './onward-fields.ts'

export type FlightField = keyof FlightSearch | OnwardField
export type FlightFieldFaults = FaultsOf<FlightField>

export const { read: readFlightQuery, check: checkFlightSearch } = createSearchQuery(
  FlightSearch,
  ['origin', 'destination', 'currency'],
  onwardFields,
)

/** The further flights of an invalid URL, to fill a form with. Absent and invalid parts are "". */
export function roughOnward(query: URLSearchParams): FlightSlice[] {
  const texts = query.getAll('onward').flatMap((text) => (text === '' ? [] : text.split(',')))
  return texts.slice(0, maxSlices - 1).map((text) => {
    const { origin, destination, date } = readSlice(text)
    const valid = (schema: typeof iataCode | typeof isoDate, part: string | undefined) =>
      schema.safeParse(part).data ?? ''
    return { origin: valid(iataCode, origin), destination: valid(iataCode, destination), date: valid(isoDate, date) }
  })
}

/**
 * The errors in a search's dates, where `today` is the current date at the origin; empty if there are none. A later
 * flight may leave yesterday, because it may still be today where it leaves.
 */
export function checkFlightDays(
  { date, return_date, onward = [] }: Partial<FlightSearch>,
  today: string,
): FlightFieldFaults {
  const later: NamedDay[] = onward.map((slice, at) => [onwardField(at, 'date'), slice.date])
  if (return_date) later.push(['return_date', return_date])
  const days = later.filter(([, day]) => day !== earliestAfter(today))
  if (date !== undefined) days.push(['date', date])
  return checkDays(days, daysFrom(today))
}
