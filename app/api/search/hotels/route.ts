import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import { noteOfStay } from '#lib/travel/model/search-note.ts'
import { hotelSearchInput } from '#lib/travel/server/search/hotel-search-input.ts'
import { streamSearch } from '#lib/travel/server/search/stream-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'

export const dynamic = 'force-dynamic'

/** The number of results that the first request to a provider asks for: a few screens of rows. */
const firstResults = 20

/**
 * Runs every skill with C-HOTEL-SEARCH and streams each answer as one line. Our own pages send a POST, which starts a
 * guest session.
 */
const answer = defineRoute({
  who: 'visitor',
  limit: 'search',
  query: HotelSearch,
  async handle({ input, context, ...of }) {
    const { places, clock, ...ports } = await services()
    const checked = hotelSearchInput(input, places, clock.now())
    const note = noteOfStay(input)
    return streamSearch(ports, {
      capability: 'C-HOTEL-SEARCH',
      checked,
      note,
      search: writeHotelQuery(input),
      firstResults,
      ...context,
      ...of,
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer, POST: answer })
