import { defineRoute, services } from '#lib/compose/server.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { DatePricesQuery } from '#lib/travel/model/flights/date-price.ts'
import { checkForOtherDays } from '#lib/travel/server/search/flight-search-input.ts'

export const dynamic = 'force-dynamic'

/**
 * Streams the lowest prices of other travel dates: from the cache, and with `look` also from new searches, which count
 * as the person's own.
 */
const answer = defineRoute({
  who: 'session',
  limit: 'datePrices',
  query: DatePricesQuery,
  async handle({ context, input, request, signal, requestId }) {
    const { datePrices, places, clock, log } = await services()
    const { dates: _dates, look: _look, prices_in: _currency, ...search } = input
    const checked = checkForOtherDays(search, places, clock.now())
    if (!checked.ok) return refuseFields(checked.faults)
    return ndjsonResponse({
      signal,
      accept: request.headers.get('accept'),
      onError: (cause) => log.error('date price stream failed', { requestId, cause }),
      lines: (stream) => datePrices({ query: input, ...context, signal: stream, requestId }),
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
