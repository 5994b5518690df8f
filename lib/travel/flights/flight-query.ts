import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { checkDays, daysFrom, type NamedDay } from '#runner/contract/capabilities/search-days.ts'
import { createSearchQuery, type FieldErrors } from '../search-query.ts'

export type FlightField = keyof FlightSearch
export type FlightFieldErrors = FieldErrors<FlightField>

export const { read: readFlightQuery, check: checkFlightSearch } = createSearchQuery(FlightSearch, [
  'origin',
  'destination',
  'currency',
])

/** The errors in a search's dates, with `today` at the origin; empty if there are none. */
export function checkFlightDays({ date, return_date }: Partial<FlightSearch>, today: string): FlightFieldErrors {
  const days: NamedDay[] = []
  if (date !== undefined) days.push(['date', date])
  if (return_date) days.push(['return_date', return_date])
  return checkDays(days, daysFrom(today))
}
