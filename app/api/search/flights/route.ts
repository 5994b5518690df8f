import { refuseFields } from '#lib/http/input-error.ts'
import { ndjsonResponse } from '#lib/http/ndjson.ts'
import { flightSearchInput } from '#lib/search/flight-search-input.ts'
import { defineRoute, services } from '#lib/server.ts'
import { FlightSearch } from '#runner/contract/flights.ts'

export const dynamic = 'force-dynamic'

/** Asks every skill that offers C-FLIGHT-SEARCH; each answer is a line as soon as it is there. */
export const GET = defineRoute({
  who: 'session',
  limit: 'search',
  query: FlightSearch,
  async handle({ principal, input, signal, requestId }) {
    const { searchByCapability, places, clock, log } = await services()
    const checked = flightSearchInput(input, places, clock.now())
    if (!checked.ok) return refuseFields(Object.entries(checked.details))
    const left = new AbortController()
    const search = await searchByCapability({
      capability: 'C-FLIGHT-SEARCH',
      input: checked.input,
      principal,
      requestId,
      signal: AbortSignal.any([signal, left.signal]),
    })
    if (search.kind === 'refused') return { ok: false, error: search.error }
    return ndjsonResponse({
      signal,
      onError: (cause) => log.error('a search stream failed', { requestId, cause }),
      lines(stream) {
        stream.addEventListener('abort', () => left.abort(), { once: true })
        return search.lines
      },
    })
  },
})
