import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { flightDefaults } from '#runner/contract/capabilities/search-defaults.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'

export type TripType = 'round' | 'one' | 'multi'

/**
 * The values of the form: the search, with "" for a date or place not chosen yet. Each type of trip uses some of
 * the values; the others remain in case the type changes back.
 */
export interface FlightFormValues extends FlightSearch {
  trip: TripType
  return_date: string
  /** The flights after the first of a multi-city trip. */
  onward: FlightSlice[]
}

export const emptyForm: FlightFormValues = {
  ...flightDefaults,
  trip: 'round',
  origin: '',
  destination: '',
  date: '',
  return_date: '',
  onward: [],
}

/** The form filled from a possibly incomplete search. A search with a date and no return is one-way. */
export function formOf(search: Partial<FlightSearch>): FlightFormValues {
  const { return_date, onward = [], ...rest } = search
  const isOneWay = search.date !== undefined && !return_date
  const trip = onward.length > 0 ? 'multi' : isOneWay ? 'one' : 'round'
  return { ...emptyForm, ...rest, return_date: return_date ?? '', onward, trip }
}

export function travelersOf(search: Pick<FlightSearch, 'adults' | 'children' | 'infants'>): number {
  return search.adults + search.children + search.infants
}

/** The search of the form without a check, for the known prices of other days; undefined if it lacks a place or date. */
export function pricedSearch({ trip, onward: _onward, ...values }: FlightFormValues): FlightSearch | undefined {
  const isRound = trip === 'round'
  const isComplete = values.origin && values.destination && values.date && (!isRound || values.return_date)
  return isComplete && trip !== 'multi' ? { ...values, return_date: isRound ? values.return_date : null } : undefined
}
