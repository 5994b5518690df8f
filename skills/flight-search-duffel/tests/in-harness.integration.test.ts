import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { TimeOffsets } from '#runner/core/ports.ts'
import { openTwoRuntimes, secretValue, type TwoRuntimes } from '#runner/runtimes/container/testing/two-runtimes.ts'
import { offsetOf } from '#runner/sdk/testing/flight-host.ts'
import { offer, slice, tokyoToSeattle } from './offers.ts'
import { createStandIn, type StandInOptions } from './stand-in.ts'

const trip = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }
const params = FlightParams.parse(trip)
const [outward] = offer().slices
const both = offer({ slices: [outward, slice([tokyoToSeattle])] })
const many = Array.from({ length: 60 }, (_, at) => offer({ id: `off_${at}` }))

type Fixture = readonly [what: string, options: StandInOptions, params?: typeof params]

const fixtures: readonly Fixture[] = [
  ['an offer', { offers: [offer()] }],
  ['a live offer', { live: true }],
  ['a round trip', { offers: [both] }, FlightParams.parse({ ...trip, return_date: '2027-03-25' })],
  ['pages of offers', { offers: many }],
  ['offers, some of them unreadable', { offers: [null, offer(), offer({ total_amount: '-1' })] }],
  ['text beyond ASCII', { offers: [offer({ id: 'Zürich ✈️ 東京 \u2028' })] }],
  ['no offers', { offers: [] }],
  ['offers, all of them unreadable', { offers: [offer({ total_currency: 'x' })] }],
  ['a refused token', { token: 'another-token' }],
]

const timeOffsets: TimeOffsets = (pairs) => ({
  ok: true,
  offsets: pairs.map(([airport, localTime]) => offsetOf(airport, localTime)),
})

describe('flight-search-duffel in the harness of containers matches the embedded runtime', () => {
  let runtimes: TwoRuntimes
  beforeAll(async () => {
    runtimes = await openTwoRuntimes({
      folder: fileURLToPath(new URL('..', import.meta.url)),
      host: 'api.duffel.com',
      nowMs: Date.parse('2026-11-20T12:00:00Z'),
      timeOffsets,
    })
  })
  afterAll(() => runtimes[Symbol.asyncDispose]())

  const search = (options: StandInOptions, asked = params) => {
    const answer = createStandIn({ token: secretValue, ...options })
    return runtimes.search(
      { action: 'search_flights', params: asked, answer: (url, request) => answer({ ...request, url }) },
      'harness',
    )
  }

  test.for(fixtures)('%s', async ([, options, asked]) => {
    const { quickjs, other } = await search(options, asked)
    expect(other).toEqual(quickjs)
  })

  test('when it finds flights with the token that the gateway adds, so that equal failures cannot pass', async () => {
    const { quickjs, other } = await search({})
    expect(other).toMatchObject({
      status: 'success',
      output: { results: [{ price: { amount: 847 } }], metadata: { data: 'test' } },
      asked: [expect.stringMatching(/^GET \/air\/offers/), expect.stringMatching(/^POST \/air\/offer_requests/)],
    })
    expect(other).toEqual(quickjs)
  })
})
