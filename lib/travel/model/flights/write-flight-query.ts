import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { flightDefaults } from '#runner/contract/capabilities/search-defaults.ts'
import { writeSlice } from '#runner/contract/capabilities/slice-text.ts'
import { type Usual, writeQuery } from '../write-query.ts'

/** Equal to the schema's defaults; a test compares the two. */
export const usualFlight: Usual<FlightSearch> = {
  origin: undefined,
  destination: undefined,
  date: undefined,
  return_date: null,
  onward: undefined,
  ...flightDefaults,
}

export function writeFlightQuery({ onward, ...search }: FlightSearch): string {
  return writeQuery(usualFlight, { ...search, onward: onward?.map(writeSlice) })
}
