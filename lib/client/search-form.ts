import type { Cabin, FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { flightDefaults } from '#runner/contract/capabilities/search-defaults.ts'

/** What the form holds: the search, with a date or place not chosen yet as "". */
export interface SearchFormValues extends FlightSearch {
  trip: 'round' | 'one'
  return_date: string
}

export const emptyForm: SearchFormValues = {
  ...flightDefaults,
  trip: 'round',
  origin: '',
  destination: '',
  date: '',
  return_date: '',
}

/** The form filled with as much of a search as there is. A search with a date and no return is one way. */
export function formOf(search: Partial<FlightSearch>): SearchFormValues {
  const { return_date, ...rest } = search
  const isOneWay = search.date !== undefined && !return_date
  return { ...emptyForm, ...rest, return_date: return_date ?? '', trip: isOneWay ? 'one' : 'round' }
}

/** The name of a place for its code, as fields and headings show it. */
export type PlaceNames = Record<string, string>

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

/** Guests in all rooms: "3 guests, 1 room". */
export function partyText(guests: number, rooms: number): string {
  return `${guests === 1 ? '1 guest' : `${guests} guests`}, ${rooms === 1 ? '1 room' : `${rooms} rooms`}`
}

export function travelersOf(search: Pick<FlightSearch, 'adults' | 'children' | 'infants'>): number {
  return search.adults + search.children + search.infants
}

/** The currencies that the form offers; an address may name any other. */
export const currencies = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'AWG',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'INR',
  'KRW',
  'MXN',
  'SEK',
  'SGD',
]
