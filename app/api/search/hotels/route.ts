import { routeMethods } from '#lib/http/route-methods.ts'
import { hotelSearchInput } from '#lib/search/hotel-search-input.ts'
import { streamSearch } from '#lib/search/stream-search.ts'
import { defineRoute, services } from '#lib/server.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'

export const dynamic = 'force-dynamic'

/** Asks every skill that offers C-HOTEL-SEARCH; each answer is a line as soon as it is there. */
const answer = defineRoute({
  who: 'session',
  limit: 'search',
  query: HotelSearch,
  async handle({ input, ...context }) {
    const { places, clock, ...ports } = await services()
    const checked = hotelSearchInput(input, places, clock.now())
    return streamSearch(ports, { capability: 'C-HOTEL-SEARCH', checked, ...context })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
