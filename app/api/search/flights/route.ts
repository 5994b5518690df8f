import { defineRoute } from '#lib/compose/define-route.ts'
import { ndjsonAnswer } from '#lib/platform/server/http/ndjson.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import { noteOfFlights } from '#lib/travel/model/search-note.ts'
import { ToldLine } from '#lib/travel/server/search/encode-search-line.ts'
import { flightSearchInput } from '#lib/travel/server/search/flight-search-input.ts'
import { streamSearch } from '#lib/travel/server/search/stream-search.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'

/** Our own pages send a POST, which starts a guest session for a visitor without one. */
const search = defineRoute({
  operation: 'searchFlights',
  summary: 'Asks every skill for flights and streams each answer as it arrives.',
  who: 'visitor',
  limit: 'search',
  query: FlightSearch,
  answers: ndjsonAnswer(ToldLine),
  handle: ({ input, services, context, ...call }) =>
    streamSearch(services, {
      capability: 'C-FLIGHT-SEARCH',
      checked: flightSearchInput(input, services.places, services.clock.now()),
      note: noteOfFlights(input),
      canonicalQuery: writeFlightQuery(input),
      ...context,
      ...call,
    }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: search, POST: search })
