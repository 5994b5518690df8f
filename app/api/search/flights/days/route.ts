import { defineRoute, services } from '#lib/compose/server.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { DayPricesQuery, searchOf } from '#lib/travel/model/flights/day-price.ts'
import { checkForOtherDays } from '#lib/travel/server/search/flight-search-input.ts'

export const dynamic = 'force-dynamic'

/**
 * Streams the lowest price of other days, one per line: from the cache, and for the days in `ask` from searches in the
 * background. With `pressed`, the search of the one day in `ask` counts as the person's own.
 */
const answer = defineRoute({
  who: 'session',
  limit: 'dayPrices',
  query: DayPricesQuery,
  async handle({ context, input, request, signal, requestId }) {
    const { dayPrices, places, clock, log } = await services()
    const checked = checkForOtherDays(searchOf(input), places, clock.now())
    if (!checked.ok) return refuseFields(checked.faults)
    return ndjsonResponse({
      signal,
      accept: request.headers.get('accept'),
      onError: (cause) => log.error('day price stream failed', { requestId, cause }),
      lines: (stream) => dayPrices({ query: input, ...context, signal: stream, requestId }),
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
