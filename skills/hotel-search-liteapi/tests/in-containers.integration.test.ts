import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import type { TimeOffsets } from '#runner/core/ports.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import {
  type Other,
  openTwoRuntimes,
  secretValue,
  type TwoRuntimes,
} from '#runner/runtimes/container/testing/two-runtimes.ts'
import { offsetOf } from '#runner/sdk/testing/hotel-host.ts'
import { hotel, offer, offered, rate } from './rates.ts'
import { nowMs, stay } from './search.ts'
import { createStandIn, type StandInOptions } from './stand-in.ts'

const params = HotelParams.parse(stay)
const many = Array.from({ length: 60 }, (_, at) => offered([offer({ offerId: `o${at}` })], `lp${at}`))
const rates = (...given: readonly unknown[]) => [offered([offer({ rates: given })])]

type Fixture = readonly [what: string, options: StandInOptions, params?: HotelParams | HotelOffersParams]

const fixtures: readonly Fixture[] = [
  ['an offer', {}],
  ['the offers of one hotel', {}, HotelOffersParams.parse({ ...stay, hotel_id: 'lp1897' })],
  ['many hotels', { data: many, hotels: many.map(({ hotelId }) => hotel({ id: hotelId })) }],
  ['offers, some of them unreadable', { data: [offered([null, offer(), offer({ offerId: 7, rates: [] })])] }],
  ['text beyond ASCII', { hotels: [hotel({ name: 'Zürich ✈️ 東京 \u2028' })] }],
  ['a long offer id', { data: [offered([offer({ offerId: 'Ä'.repeat(2000) })])] }],
  ['a refused key', { key: 'another-key' }],
]

const timeOffsets: TimeOffsets = (pairs) => ({
  ok: true,
  offsets: pairs.map(([zone, localTime]) => offsetOf(zone, localTime)),
})

describe('hotel-search-liteapi matches the embedded runtime', () => {
  let runtimes: TwoRuntimes
  beforeAll(async () => {
    const folder = fileURLToPath(new URL('..', import.meta.url))
    runtimes = await openTwoRuntimes({ folder, host: 'api.liteapi.travel', nowMs, timeOffsets })
  })
  afterAll(() => runtimes[Symbol.asyncDispose]())

  const search = (where: Other, options: StandInOptions, asked: Fixture[2] = params) => {
    const answer = createStandIn({ key: secretValue, ...options })
    const action = 'hotel_id' in asked ? 'hotel_offers' : 'search_hotels'
    return runtimes.search({ action, params: asked, answer: (url, request) => answer({ ...request, url }) }, where)
  }

  test.for(fixtures)('in the harness: %s', async ([, options, asked]) => {
    const { quickjs, other } = await search('harness', options, asked)
    expect(other).toEqual(quickjs)
  })

  // Only the transport and the image differ from the harness, whatever the provider answers.
  describe('in a container (needs a Docker engine)', needsEngine, () => {
    test('when it finds hotels with the key that the gateway adds, so that equal failures cannot pass', async () => {
      const { quickjs, other } = await search('container', {})
      expect(other).toMatchObject({
        status: 'success',
        output: { results: [{ price: { amount: 312 } }], metadata: { data: 'test' } },
        asked: ['POST /v3.0/hotels/rates'],
      })
      expect(other).toEqual(quickjs)
    })
  })
})
