import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import { noteOfFlights } from '#lib/travel/model/search-note.ts'
import { flightSearchInput } from '#lib/travel/server/search/flight-search-input.ts'
import { streamSearch } from '#lib/travel/server/search/stream-search.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'

export const dynamic = 'force-dynamic'

/**
 * Runs every skill with C-FLIGHT-SEARCH and streams each answer as one line. Our own pages send a POST, which starts a
 * guest session.
 */
const answer = defineRoute({
  who: 'visitor',
  limit: 'search',
  query: FlightSearch,
  async handle({ input, context, ...of }) {
    const { places, clock, ...ports } = await services()
    const checked = flightSearchInput(input, places, clock.now())
    const note = noteOfFlights(input)
    const search = writeFlightQuery(input)
    return streamSearch(ports, { capability: 'C-FLIGHT-SEARCH', checked, note, search, ...context, ...of })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer, POST: answer })
