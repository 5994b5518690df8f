import type { Places } from '#lib/travel/server/places/places.ts'
import { badRequest, type Checked, type Issue } from '../errors.ts'
import type { OfferGenerator } from './generate-offers.ts'
import { readBody } from './read-body.ts'
import { readQuery } from './read-query.ts'

interface FlightOffersRequest {
  method: 'GET' | 'POST'
  url: URL
  contentType: string | undefined
  /** The value of `X-HTTP-Method-Override`. */
  override: string | undefined
  /** Absent if the body exceeds the size limit. */
  body: string | undefined
}

export const OFFERS_PATH = '/v2/shopping/flight-offers'

/** Answers both forms of the search: a GET with a query, and a POST with a body for several destinations. */
export function createFlightOffers(places: Places, { generate }: Pick<OfferGenerator, 'generate'>) {
  return (request: FlightOffersRequest, nowMs: number, isEmpty: boolean): Checked<object> => {
    const isQuery = request.method === 'GET'
    const search = isQuery ? readQuery(request.url.searchParams, places, nowMs) : readPost(request, nowMs)
    if (!search.ok) return search
    const found = isEmpty ? { data: [] } : generate(search.value, nowMs)
    const links = isQuery ? { links: { self: request.url.href } } : {}
    return { ok: true, value: { meta: { count: found.data.length, ...links }, ...found } }
  }

  function readPost({ contentType = '', override, body }: FlightOffersRequest, nowMs: number) {
    const refuse = (issue: Issue) => ({ ok: false as const, issues: [issue] })
    if (override === undefined) {
      return refuse(badRequest(32171, 'X-HTTP-Method-Override', 'Missing mandatory header', 'GET'))
    }
    if (override.toUpperCase() !== 'GET') {
      return refuse(badRequest(477, 'X-HTTP-Method-Override', 'GET expected', 'GET'))
    }
    if (!/^application\/(vnd\.amadeus\+)?json\b/i.test(contentType)) {
      return refuse(badRequest(477, 'Content-Type', 'JSON expected', 'application/vnd.amadeus+json'))
    }
    if (body === undefined) return refuse(badRequest(477, '/', 'Body is too long'))
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch {
      return refuse(badRequest(477, '/', 'Body is not JSON'))
    }
    return readBody(parsed, places, nowMs)
  }
}
