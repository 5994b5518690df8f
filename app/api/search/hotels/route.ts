import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import { noteOfStay } from '#lib/travel/model/search-note.ts'
import { hotelSearchInput } from '#lib/travel/server/search/hotel-search-input.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { searchMethods } from '../search-methods.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = searchMethods({
  operation: 'searchHotels',
  kind: 'hotels',
  query: HotelSearch,
  check: (input, { places, clock }) => ({
    capability: 'C-HOTEL-SEARCH',
    checked: hotelSearchInput(input, places, clock.now()),
    note: noteOfStay(input),
    canonicalQuery: writeHotelQuery(input),
    // The first request to a provider asks for a few screens of rows.
    firstResults: 20,
  }),
})
