import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { TimeOffsets } from '#runner/core/ports.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import {
  type Other,
  openTwoRuntimes,
  secretValue,
  type TwoRuntimes,
} from '#runner/runtimes/container/testing/two-runtimes.ts'
import { offsetOf } from '#runner/sdk/testing/flight-host.ts'
import { offer } from './offers.ts'
import { createStandIn, type StandInOptions } from './stand-in.ts'

const trip = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }
const params = FlightParams.parse(trip)
const many = Array.from({ length: 60 }, (_, at) => offer({ id: `off_${at}` }))

type Fixture = readonly [what: string, options: StandInOptions]

const fixtures: readonly Fixture[] = [
  ['an offer', { offers: [offer()] }],
  ['pages of offers', { offers: many }],
  ['offers, some of them unreadable', { offers: [null, offer(), offer({ total_amount: '-1' })] }],
  ['text beyond ASCII', { offers: [offer({ id: 'Zürich ✈️ 東京 \u2028' })] }],
  ['a refused token', { token: 'another-token' }],
]

const timeOffsets: TimeOffsets = (pairs) => ({
  ok: true,
  offsets: pairs.map(([airport, localTime]) => offsetOf(airport, localTime)),
})

describe('flight-search-duffel matches the embedded runtime', () => {
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

  const search = (where: Other, options: StandInOptions) => {
    const answer = createStandIn({ token: secretValue, ...options })
    return runtimes.search(
      { action: 'search_flights', params, answer: (url, request) => answer({ ...request, url }) },
      where,
    )
  }

  test.for(fixtures)('in the harness: %s', async ([, options]) => {
    const { quickjs, other } = await search('harness', options)
    expect(other).toEqual(quickjs)
  })

  // Only the transport and the image differ from the harness, whatever the provider answers.
  describe('in a container (needs a Docker engine)', needsEngine, () => {
    test('when it finds flights with the token that the gateway adds, so that equal failures cannot pass', async () => {
      const { quickjs, other } = await search('container', {})
      expect(other).toMatchObject({
        status: 'success',
        output: { results: [{ price: { amount: 847 } }], metadata: { data: 'test' } },
        asked: [expect.stringMatching(/^GET \/air\/offers/), expect.stringMatching(/^POST \/air\/offer_requests/)],
      })
      expect(other).toEqual(quickjs)
    })
  })
})
