import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import { noteOfFlights } from '#lib/travel/model/search-note.ts'
import { flightSearchInput } from '#lib/travel/server/search/flight-search-input.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { searchMethods } from '../search-methods.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = searchMethods({
  operation: 'searchFlights',
  kind: 'flights',
  query: FlightSearch,
  check: (input, { places, clock }) => ({
    capability: 'C-FLIGHT-SEARCH',
    checked: flightSearchInput(input, places, clock.now()),
    note: noteOfFlights(input),
    canonicalQuery: writeFlightQuery(input),
  }),
})
