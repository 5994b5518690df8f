import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import {
  type Given,
  type Other,
  openTwoRuntimes,
  type TwoRuntimes,
} from '#runner/runtimes/container/testing/two-runtimes.ts'
import { isList, listed, offer, offered, offersFor } from './hotels.ts'

const params = HotelParams.parse({
  place: 'PAR',
  lat: 48.85,
  lon: 2.35,
  check_in: '2027-03-12',
  check_out: '2027-03-15',
  currency: 'EUR',
})
const json = (value: unknown): Given => ({ body: JSON.stringify(value) })
const failing = (status: number): Given => ({ status, body: JSON.stringify({ errors: [{ status, title: 'ERROR' }] }) })
const hotels = { data: Array.from({ length: 12 }, (_, at) => listed(at + 1)) }

type Fixture = readonly [what: string, answer: (url: URL) => Given]

const fixtures: readonly Fixture[] = [
  ['hotels with one offer each', (url) => json(isList(url) ? hotels : offersFor(url))],
  [
    'unreadable offers',
    (url) => json(isList(url) ? hotels : { data: [null, offered('ACPAR001', [offer({ price: {} })])] }),
  ],
  ['offers that fail', (url) => (isList(url) ? json(hotels) : failing(500))],
  ['a page of HTML', () => ({ body: '<html>' })],
  ['a refused token', () => failing(401)],
]

describe('hotel-search matches the embedded runtime', () => {
  let runtimes: TwoRuntimes
  beforeAll(async () => {
    runtimes = await openTwoRuntimes({
      folder: fileURLToPath(new URL('..', import.meta.url)),
      host: 'api.amadeus.com',
      nowMs: Date.parse('2026-11-20T12:00:00Z'),
      timeOffsets: (pairs) => ({ ok: true, offsets: pairs.map(() => '+01:00') }),
    })
  })
  afterAll(() => runtimes[Symbol.asyncDispose]())

  const search = (where: Other, answer: (url: URL) => Given) =>
    runtimes.search({ action: 'search_hotels', params, answer }, where)

  test.for(fixtures)('in the harness: %s', async ([, answer]) => {
    const { quickjs, other } = await search('harness', answer)
    expect(other).toEqual(quickjs)
  })

  // Only the transport and the image differ from the harness, whatever the provider answers.
  describe('in a container (needs a Docker engine)', needsEngine, () => {
    test('when it finds hotels, so that equal failures cannot pass', async () => {
      const { quickjs, other } = await search('container', (url) => json(isList(url) ? hotels : offersFor(url)))
      expect(other).toMatchObject({ status: 'success', output: { results: { length: 12 } } })
      expect(other).toEqual(quickjs)
    })
  })
})
