import type { Places } from '#lib/places/places.ts'
import { badField, badParameter, type Issue } from '../errors.ts'
import type { OfferGenerator } from './generate-offers.ts'
import { readBody } from './read-body.ts'
import { readQuery } from './read-query.ts'
import type { FlightOffersAnswer } from './wire.ts'

export interface FlightOffersRequest {
  method: 'GET' | 'POST'
  url: URL
  contentType: string | undefined
  /** The value of `X-HTTP-Method-Override`. */
  override: string | undefined
  /** Absent when it is longer than any search. */
  body: string | undefined
}

export type FlightOffersResult = { ok: true; answer: FlightOffersAnswer } | { ok: false; issues: Issue[] }

/** Answers both forms of the search: by query, and by body for several destinations. */
export function createFlightOffers(places: Places, { generate }: Pick<OfferGenerator, 'generate'>) {
  return (request: FlightOffersRequest, nowMs: number): FlightOffersResult => {
    const read =
      request.method === 'GET' ? readQuery(request.url.searchParams, places, nowMs) : readPost(request, nowMs)
    if (!read.ok) return read
    const { data, dictionaries } = generate(read.search, nowMs)
    const links = request.method === 'GET' ? { links: { self: request.url.href } } : {}
    return {
      ok: true,
      answer: { meta: { count: data.length, ...links }, data, ...(dictionaries === undefined ? {} : { dictionaries }) },
    }
  }

  function readPost({ contentType = '', override, body }: FlightOffersRequest, nowMs: number) {
    const refuse = (issue: Issue) => ({ ok: false as const, issues: [issue] })
    if (override === undefined) {
      return refuse(badParameter(32171, 'X-HTTP-Method-Override', 'Missing mandatory header', 'GET'))
    }
    if (override.toUpperCase() !== 'GET') {
      return refuse(badParameter(477, 'X-HTTP-Method-Override', 'GET expected', 'GET'))
    }
    if (!/^application\/(vnd\.amadeus\+)?json\b/i.test(contentType)) {
      return refuse(badParameter(477, 'Content-Type', 'JSON expected', 'application/vnd.amadeus+json'))
    }
    if (body === undefined) return refuse(badField(477, '/', 'Body is too long'))
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch {
      return refuse(badField(477, '/', 'Body is no JSON'))
    }
    return readBody(parsed, places, nowMs)
  }
}
