import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import type { SkillAnswer, SkillHost } from '#runner/sdk/index.ts'
import { valueOrThrow } from '#runner/sdk/outcome.ts'
import { createFakeHost, type FakeAnswer, type FakeRequest } from '#runner/sdk/testing/fake-host.ts'
import { searchHotels } from '../src/search-hotels.ts'
import { createStandIn, type SentRequest, type StandInOptions } from './stand-in.ts'

/** Paris, three nights, as the app sends it. */
export const stay = {
  place: 'PAR',
  lat: 48.853,
  lon: 2.349,
  time_zone: 'Europe/Paris',
  check_in: '2027-02-13',
  check_out: '2027-02-16',
  currency: 'USD',
}
export const nowMs = Date.parse('2026-11-20T12:00:00Z')

type Input = {
  readonly params?: object
  readonly config?: { max_results?: number; timeout_ms?: number }
  /** Params of the stay that are left out. */
  readonly without?: readonly string[]
}

export function sentBy({ url, method, headers = {}, body = '' }: FakeRequest): SentRequest {
  return { method, url: new URL(url), headers: Object.fromEntries(Object.entries(headers)), body: String(body) }
}

/** Runs the search on a host. */
export async function searchOn(
  host: SkillHost,
  { params = {}, config = {}, without = [] }: Input = {},
): Promise<SkillAnswer> {
  const given = Object.fromEntries(Object.entries({ ...stay, ...params }).filter(([name]) => !without.includes(name)))
  const isOffers = 'hotel_id' in given
  const parsed = isOffers ? HotelOffersParams.parse(given) : HotelParams.parse(given)
  const action = isOffers ? 'hotel_offers' : 'search_hotels'
  return valueOrThrow(await searchHotels({ action, params: parsed, config }, host, nowMs), host.SkillError)
}

export const hostWith = (answer: FakeAnswer) => createFakeHost(answer)

/** Runs the search against the stand-in. */
export async function search(options: StandInOptions = {}, input: Input = {}) {
  const answer = createStandIn(options)
  const host = createFakeHost((request) => answer(sentBy(request)))
  const answered = await searchOn(host, input)
  return { ...answered, host, sent: host.requests.map(sentBy) }
}

/** The results of a search for these offers of one hotel, parsed with the contract. */
export async function mapped(roomTypes: readonly unknown[], input: Input = {}): Promise<HotelResult[]> {
  const { results } = await search({ data: [{ hotelId: 'lp1897', roomTypes }] }, input)
  return results.map((result) => HotelResult.parse(JSON.parse(JSON.stringify(result))))
}
