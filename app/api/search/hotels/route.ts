import { defineRoute } from '#lib/compose/define-route.ts'
import { ndjsonAnswer } from '#lib/platform/server/http/ndjson.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import { noteOfStay } from '#lib/travel/model/search-note.ts'
import { ToldLine } from '#lib/travel/server/search/encode-search-line.ts'
import { hotelSearchInput } from '#lib/travel/server/search/hotel-search-input.ts'
import { streamSearch } from '#lib/travel/server/search/stream-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'

/** Our own pages send a POST, which starts a guest session for a visitor without one. */
const search = defineRoute({
  operation: 'searchHotels',
  summary: 'Asks every skill for hotels and streams each answer as it arrives.',
  who: 'visitor',
  limit: 'search',
  query: HotelSearch,
  answers: ndjsonAnswer(ToldLine),
  handle: ({ input, services, context, ...call }) =>
    streamSearch(services, {
      capability: 'C-HOTEL-SEARCH',
      checked: hotelSearchInput(input, services.places, services.clock.now()),
      note: noteOfStay(input),
      canonicalQuery: writeHotelQuery(input),
      // The first request to a provider asks for a few screens of rows.
      firstResults: 20,
      ...context,
      ...call,
    }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: search, POST: search })
