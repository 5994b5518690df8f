import { refuseFields } from '#lib/http/input-error.ts'
import { ndjsonResponse } from '#lib/http/ndjson.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { flightSearchInput } from '#lib/search/flight-search-input.ts'
import { defineRoute, services } from '#lib/server.ts'
import { DayPricesQuery, searchOf } from '#lib/travel/flights/day-price.ts'

export const dynamic = 'force-dynamic'

/** The lowest price of other days, one a line: from what is kept, and for the days under `ask` from searches in the background. */
const answer = defineRoute({
  who: 'session',
  limit: 'dayPrices',
  query: DayPricesQuery,
  async handle({ principal, input, request, signal, requestId }) {
    const { dayPrices, places, clock, log } = await services()
    const checked = flightSearchInput(searchOf(input), places, clock.now())
    if (!checked.ok) return refuseFields(Object.entries(checked.details))
    return ndjsonResponse({
      signal,
      accept: request.headers.get('accept'),
      onError: (cause) => log.error('a stream of day prices failed', { requestId, cause }),
      lines: (stream) => dayPrices({ query: input, principal, signal: stream, requestId }),
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
