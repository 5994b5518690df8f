import { defineRoute } from '#lib/compose/define-route.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { ndjsonAnswer, ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import { DateLine, DatePricesQuery } from '#lib/travel/model/flights/date-price.ts'
import { checkForOtherDays } from '#lib/travel/server/search/flight-search-input.ts'

/** Reads the cache, and with `look` also starts searches; those that a person pressed for count as the person's own. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readDatePrices',
  summary: 'Streams the lowest price of other travel dates; with look, searches some of them.',
  who: 'session',
  limit: 'datePrices',
  query: DatePricesQuery,
  answers: ndjsonAnswer(DateLine),
  handle({ context, input, request, services: { datePrices, places, clock, log }, signal, requestId }) {
    const {
      dates: _dates,
      look: _look,
      prices_in: _currency,
      cabin_bags: _cabin,
      checked_bags: _checked,
      ...search
    } = input
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
