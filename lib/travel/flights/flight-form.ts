import type { Cabin, FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { flightDefaults } from '#runner/contract/capabilities/search-defaults.ts'

/** The values of the form: the search, with "" for a date or place not chosen yet. */
export interface FlightFormValues extends FlightSearch {
  trip: 'round' | 'one'
  return_date: string
}

export const emptyForm: FlightFormValues = {
  ...flightDefaults,
  trip: 'round',
  origin: '',
  destination: '',
  date: '',
  return_date: '',
}

/** The form filled from a possibly incomplete search. A search with a date and no return is one-way. */
export function formOf(search: Partial<FlightSearch>): FlightFormValues {
  const { return_date, ...rest } = search
  const isOneWay = search.date !== undefined && !return_date
  return { ...emptyForm, ...rest, return_date: return_date ?? '', trip: isOneWay ? 'one' : 'round' }
}

const cabinNames: Record<Cabin, string> = {
  economy: 'Economy',
  premium_economy: 'Premium economy',
  business: 'Business',
  first: 'First',
}

export function cabinName(cabin: Cabin): string {
  return cabinNames[cabin]
}

export function travelersText(count: number): string {
  return count === 1 ? '1 traveler' : `${count} travelers`
}

export function travelersOf(search: Pick<FlightSearch, 'adults' | 'children' | 'infants'>): number {
  return search.adults + search.children + search.infants
}
