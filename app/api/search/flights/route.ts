import { routeMethods } from '#lib/http/route-methods.ts'
import { flightSearchInput } from '#lib/search/flight-search-input.ts'
import { streamSearch } from '#lib/search/stream-search.ts'
import { defineRoute, services } from '#lib/server.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'

export const dynamic = 'force-dynamic'

/** Asks every skill that offers C-FLIGHT-SEARCH; each answer is a line as soon as it is there. */
const answer = defineRoute({
  who: 'session',
  limit: 'search',
  query: FlightSearch,
  async handle({ input, ...context }) {
    const { places, clock, ...ports } = await services()
    const checked = flightSearchInput(input, places, clock.now())
    return streamSearch(ports, { capability: 'C-FLIGHT-SEARCH', checked, ...context })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
