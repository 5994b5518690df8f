import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { TimeOffsets } from '#runner/core/ports.ts'
import { needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import {
  type Given,
  type Other,
  openTwoRuntimes,
  type TwoRuntimes,
} from '#runner/runtimes/container/testing/two-runtimes.ts'
import { offsetOf } from '#runner/sdk/testing/flight-host.ts'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { answerWith, itinerary, offer, seattleToTokyo, tokyoToSeattle } from './offers.ts'

const trip = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }
const params = FlightParams.parse(trip)
const twoWays = FlightParams.parse({ ...trip, return_date: '2027-03-25' })
const openJaw = FlightParams.parse({ slices: [trip, { origin: 'HND', destination: 'SEA', date: '2027-03-25' }] })
const both = offer({ itineraries: [itinerary(seattleToTokyo), itinerary(tokyoToSeattle)] })
const error = (status: number, code: number): Given => ({
  status,
  body: JSON.stringify({ errors: [{ status, code, title: 'ERROR', detail: 'of the provider' }] }),
})

type Fixture = readonly [what: string, given: Given, params?: typeof params]

const fixtures: readonly Fixture[] = [
  ['an offer', { body: answerWith([offer()]) }],
  ['a round trip', { body: answerWith([both]) }, twoWays],
  ['many offers', { body: answerWith(Array.from({ length: 50 }, (_, at) => offer({ id: `o${at}` }))) }],
  ['offers, some of them unreadable', { body: answerWith([null, offer(), offer({ price: {} })]) }],
  ['offers, all of them unreadable', { body: answerWith([offer({ price: {} })]) }],
  ['text beyond ASCII', { body: answerWith([offer({ travelerPricings: [], id: 'Zürich ✈️ 東京 \u2028' })]) }],
  ['no offers', { body: answerWith([]) }],
  ['no data for the query', error(404, 1797)],
  ['a page of HTML', { body: '<html><body>Service</body></html>' }],
  ['no body', { body: '' }],
  ['a bad gateway', { status: 502, body: '<html>' }],
  ['a date refused by the provider', error(400, 4926)],
  ['too many requests', error(429, 38194)],
  ['refused input', { body: answerWith([offer()]) }, openJaw],
  ['a truncated body', { body: answerWith([offer()]).slice(0, -40) }],
  ['a refused token', error(401, 38190)],
]

const recordings = [
  'flight-offers.get.code-examples.json',
  'flight-offers.post.code-examples.json',
  'branded-fares-upsell.code-examples.json',
  'recorded/flight-offers.recorded-sample.json',
  'spec/FlightOffersSearch_v2/responses-GETAirOffersReply-schema.json',
  'spec/FlightOffersSearch_v2/responses-returnAirOffers-schema.json',
]

const timeOffsets: TimeOffsets = (pairs) => ({
  ok: true,
  offsets: pairs.map(([airport, localTime]) => offsetOf(airport, localTime)),
})

describe('flight-search matches the embedded runtime', () => {
  let runtimes: TwoRuntimes
  beforeAll(async () => {
    runtimes = await openTwoRuntimes({
      folder: fileURLToPath(new URL('..', import.meta.url)),
      host: 'api.amadeus.com',
      nowMs: Date.parse('2026-11-20T12:00:00Z'),
      timeOffsets,
    })
  })
  afterAll(() => runtimes[Symbol.asyncDispose]())

  const search = (where: Other, given: Given, asked = params) =>
    runtimes.search({ action: 'search_flights', params: asked, answer: () => given }, where)
  const searchRecorded = (file: string) => {
    const body = readFileSync(join(referenceData ?? '', 'amadeus/examples', file), 'utf8')
    const asked = FlightParams.parse({ origin: 'SYD', destination: 'BKK', date: '2027-03-15' })
    const config = { max_results: 250 }
    return runtimes.search({ action: 'search_flights', params: asked, config, answer: () => ({ body }) }, 'harness')
  }

  test.for(fixtures)('in the harness: %s', async ([, given, asked]) => {
    const { quickjs, other } = await search('harness', given, asked)
    expect(other).toEqual(quickjs)
  })

  test.for(recordings)('in the harness: the recording %s', needs.referenceData, async (file) => {
    const { quickjs, other } = await searchRecorded(file)
    expect(quickjs.status).toBe('success')
    expect(other).toEqual(quickjs)
  })

  // In a container, only the transport and the image differ from the harness, whatever the skill and its provider do.
  test('in a container (needs a Docker engine), when it finds flights', needsEngine, async () => {
    const { quickjs, other } = await search('container', { body: answerWith([offer()]) })
    expect(other).toMatchObject({ status: 'success', output: { results: [{ price: { amount: 847 } }] } })
    expect(other).toEqual(quickjs)
  })
})
