import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { SkillAnswer } from '#runner/sdk/index.ts'
import type { FakeAnswer, FakeHost, FakeRequest } from '#runner/sdk/testing/fake-host.ts'
import { createFlightHost } from '#runner/sdk/testing/flight-host.ts'
import skill from '../src/main.ts'
import { createStandIn, type SentRequest, type StandInOptions } from './stand-in.ts'

export const trip = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }

type Input = { readonly params?: object; readonly config?: { max_results?: number; timeout_ms?: number } }

export function sentBy({ url, method, headers = {}, body = '' }: FakeRequest): SentRequest {
  return { method, url: new URL(url), headers: Object.fromEntries(Object.entries(headers)), body: String(body) }
}

/** Runs the skill on a host whose provider answers with `answer`. */
export async function searchOn(host: FakeHost, { params = {}, config = {} }: Input = {}): Promise<SkillAnswer> {
  return skill({ action: 'search_flights', params: FlightParams.parse({ ...trip, ...params }), config }, host)
}

/** Runs the skill against the stand-in. */
export async function search(options: StandInOptions = {}, input: Input = {}) {
  const answer = createStandIn(options)
  const host = createFlightHost((request) => answer(sentBy(request)))
  const answered = await searchOn(host, input)
  return { ...answered, host, sent: host.requests.map(sentBy) }
}

/** The results of a search for these offers, parsed with the contract. */
export async function mapped(...offers: readonly unknown[]): Promise<FlightResult[]> {
  const { results } = await search({ offers })
  return results.map((result) => FlightResult.parse(JSON.parse(JSON.stringify(result))))
}

/** A host whose first answer accepts the search, and whose pages of offers are `page`. */
export function hostWithPage(page: FakeAnswer): FakeHost {
  const answer = createStandIn()
  return createFlightHost((request) => (request.method === 'POST' ? answer(sentBy(request)) : page))
}
