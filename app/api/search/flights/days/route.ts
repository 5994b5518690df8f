import { defineRoute } from '#lib/compose/define-route.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { ndjsonAnswer, ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import { DayPrice, DayPricesQuery, searchOf } from '#lib/travel/model/flights/day-price.ts'
import { checkForOtherDays } from '#lib/travel/server/search/flight-search-input.ts'

/**
 * Reads the cache, and searches the days in `ask` in the background. With `pressed`, the search of the one day in `ask`
 * counts as the person's own.
 */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readDayPrices',
  summary: 'Streams the lowest price of nearby days.',
  who: 'session',
  limit: 'dayPrices',
  query: DayPricesQuery,
  answers: ndjsonAnswer(DayPrice),
  handle({ context, input, request, services: { dayPrices, places, clock, log }, signal, requestId }) {
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
