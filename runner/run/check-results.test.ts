import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FlightResult } from '../contract/capabilities/flight-result.ts'
import { HotelResult } from '../contract/capabilities/hotel-result.ts'
import type { Json } from '../contract/skill-io.ts'
import { flightResult, hotelResult } from '../testing/results.ts'
import { checkResults } from './check-results.ts'

type Result = { [name: string]: Json }
const flights = (...results: Result[]) =>
  checkResults({ capability: 'C-FLIGHT-SEARCH', actions: {} }, { action: 'search_flights' }, results)
const hotels = (...results: Result[]) =>
  checkResults({ capability: 'C-HOTEL-SEARCH', actions: {} }, { action: 'search_hotels' }, results)

const [leg] = Object(flightResult().legs)
const [first, second] = leg.segments
const later = { ...leg, departure: leg.arrival, arrival: { airport: 'AMS', time: '2027-02-21T09:00:00+01:00' } }
const legOf = (...segments: Result[]) => ({ legs: [{ ...leg, segments }] })
const at = (end: Result, time: string) => ({ ...end, time })

describe('results of flights', () => {
  test.each<[string, Result]>([
    ['price.amount: must be more than 0', { price: { amount: 0, currency: 'USD' } }],
    [
      'price.currency: must be a three-letter currency code in capitals, like USD',
      { price: { amount: 1, currency: '<b>' } },
    ],
    ['airline: must be text', { airline: 7 }],
    ['legs: must have at least 1 entry', { legs: [] }],
    [
      'legs.0.segments.0.arrival.time: is not after the departure',
      legOf({ ...first, arrival: first.departure }, second),
    ],
    [
      'legs.0.segments.1.departure.time: is before the arrival of the previous segment',
      legOf(first, { ...second, departure: at(second.departure, '2027-02-13T11:00:00-05:00') }),
    ],
    ['legs.0.arrival.airport: is not the arrival airport of the last segment', legOf(first)],
    ['legs.0.departure.airport: is not the departure airport of the first segment', legOf(second)],
    [
      'legs.0.arrival.time: is more than 7 days after the departure',
      legOf(first, { ...second, arrival: at(second.arrival, '2027-02-20T18:55:00-04:00') }),
    ],
    ['legs.1.departure.time: is before the arrival of the previous leg', { legs: [leg, leg] }],
    [
      'legs.0.departure.time: must be a time like 2027-02-13T09:30:00Z',
      { legs: [{ ...leg, departure: at(leg.departure, 'soon') }] },
    ],
    ['booking_url: must be an address like https://example.com/path', { booking_url: 'javascript:alert(1)' }],
    [
      'booking_url: must be an address like https://example.com/path',
      { booking_url: 'https://travel.aw@evil.example/' },
    ],
    ['price.amount: must be at least 0.001', { price: { amount: 1e-7, currency: 'USD' } }],
    ['departure: must be in the years 2000 to 2099', { departure: '0050-02-13T09:05:00+01:00' }],
  ])('%s', async (finding, change) => {
    const right = flightResult()
    expect(await flights(right, flightResult(change))).toMatchObject({
      kept: [right],
      broken: { count: 1, of: 2, findings: [`results.1.${finding}`] },
    })
  })

  test('may have fields that the contract does not define', async () => {
    const more = flightResult({ colour: 'red' })
    expect(await flights(more)).toEqual({ kept: [more], broken: undefined })
    expect(await flights()).toEqual({ kept: [], broken: undefined })
  })

  test('may be a round trip of two consecutive legs', async () => {
    const segments = [{ ...first, departure: at(leg.arrival, '2027-02-20T09:00:00-04:00'), arrival: later.arrival }]
    const home = { ...later, departure: segments[0]?.departure, segments, layovers: [] }
    expect((await flights(flightResult({ legs: [leg, home] }))).broken).toBeUndefined()
  })

  test('yield the first finding of each result, at most ten findings, without quoted values', async () => {
    const hostile = flightResult({ price: { amount: -1, currency: 'hunter2' }, provider: 7 })
    const { kept, broken } = await flights(...Array.from({ length: 1000 }, () => hostile), flightResult())
    expect([kept.length, broken?.count, broken?.of, broken?.findings.length]).toEqual([1, 1000, 1001, 10])
    expect(broken?.findings[9]).toBe('results.9.provider: must be text')
    expect(JSON.stringify(broken)).not.toContain('hunter2')
  })
})

test('names a wrong part of a long list, however far back', async () => {
  const legs = Array.from({ length: 40 }, () => leg)
  const late = { ...leg, segments: Array.from({ length: 30 }, () => first).concat({ ...first, departure: {} }) }
  const { broken } = await flights(flightResult({ legs: [...legs, late] }))
  expect(broken?.findings).toEqual(['results.0.legs.40.segments.30.departure.airport: is required'])
})

test.each([
  ['legs', Array.from({ length: 300_000 }, () => ({}))],
  ['taxes', Array.from({ length: 300_000 }, () => 0)],
  ['legs', [{ ...leg, segments: Array.from({ length: 300_000 }, () => ({})) }]],
  ['legs', Array.from({ length: 1000 }, () => leg).concat({})],
])('reports only the first of many errors in %s', async (name, list) => {
  const { broken } = await flights(flightResult({ [name]: list }))
  expect(broken?.findings).toEqual([expect.stringMatching(new RegExp(`^results\\.0\\.${name}\\.`))])
})

describe('results of hotels', () => {
  test.each<[string, Result]>([
    ['check_out: is not after check_in', { check_out: '2027-03-12' }],
    ['price.amount: must be more than 0', { price: { amount: 0, currency: 'EUR' } }],
    ['price_parts: do not add up to the price', { price: { amount: 330, currency: 'EUR' } }],
    ['price_parts: are not all in the currency of the price', { price: { amount: 330.3, currency: 'USD' } }],
    ['location.lat: must be at most 90', { location: { lat: 999, lon: 0 } }],
  ])('%s', async (finding, change) => {
    const right = hotelResult()
    expect(await hotels(hotelResult(change), right)).toMatchObject({
      kept: [right],
      broken: { count: 1, of: 2, findings: [`results.0.${finding}`] },
    })
  })
})

describe('the compiled check and the schema that a page parses with', () => {
  /** A valid result with one value changed, anywhere in it. */
  const changed = (right: Result) =>
    fc.record({ at: fc.nat(), value: fc.oneof(fc.jsonValue(), fc.constantFrom(...values)) }).map(({ at, value }) => {
      const copy: Result = structuredClone(right)
      const places = placesIn(copy)
      const [holder, name] = places[at % places.length] ?? [copy, 'id']
      Reflect.set(holder, name, value)
      return copy
    })
  const values = [
    0,
    -1,
    1.5,
    1e300,
    '',
    '2027-02-13',
    '2027-02-13T09:05:00+01:00',
    'AMS',
    'https://[',
    'https://a.example',
    [],
    {},
  ]

  test.each([
    ['flights', flights, FlightResult, flightResult({ booking_url: 'https://a.example', bags: { cabin: 1 } })],
    ['hotels', hotels, HotelResult, hotelResult({ booking_url: 'https://a.example', location: { lat: 1, lon: 2 } })],
  ] as const)('agree on %s', async (_, check, schema, right) => {
    await fc.assert(
      fc.asyncProperty(changed(right), async (result) => {
        expect((await check(result)).broken === undefined).toBe(schema.safeParse(result).success)
      }),
      { numRuns: 500 },
    )
  })
})

function placesIn(value: object): [holder: object, name: string][] {
  return Object.entries(value).flatMap(([name, inner]): [object, string][] => [
    [value, name],
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ])
}

test('passes results through when neither a capability nor the manifest describes them', async () => {
  const results = [{ any: 1 }]
  expect((await checkResults({ capability: 'C-OTHER', actions: {} }, { action: 'search_flights' }, results)).kept).toBe(
    results,
  )
  expect((await checkResults({ actions: {} }, { action: 'search_flights' }, results)).kept).toBe(results)
  expect((await checkResults({ capability: 'C-FLIGHT-SEARCH', actions: {} }, { action: 'other' }, results)).kept).toBe(
    results,
  )
})

describe('results of an action with an output schema', () => {
  const output = {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[A-Z]{1,9}$' },
      seats: { type: 'array', items: { type: 'integer', minimum: 1 }, default: [] },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['id'],
    additionalProperties: false,
  }
  const found = (...results: Result[]) => checkResults({ actions: { find: { output } } }, { action: 'find' }, results)

  test.each<[string, Result]>([
    ['id: is required', {}],
    ['id: must be text', { id: 7 }],
    ['id: must be text that matches "^[A-Z]{1,9}$"', { id: 'hunter2' }],
    ['seats.1: must be at least 1', { id: 'A', seats: [1, 0] }],
    ['labels.unlisted: must be text', { id: 'A', labels: { hunter2: 1 } }],
    ['labels.unlisted: must be text', { id: 'A', labels: { '4111111111111111': 1 } }],
    ['unlisted: is not a known field: remove it', { id: 'A', hunter2: 1 }],
  ])('are dropped with the field that is wrong, without any text of the result: %s', async (finding, wrong) => {
    expect(await found({ id: 'A' }, wrong)).toMatchObject({
      kept: [{ id: 'A' }],
      broken: { count: 1, of: 2, findings: [`results.1.${finding}`] },
    })
  })

  test('stay as they are, without defaults', async () => {
    const right = [{ id: 'A' }, { id: 'B', seats: [1] }]
    const { kept, broken } = await found(...right)
    expect([kept, broken]).toEqual([[{ id: 'A' }, { id: 'B', seats: [1] }], undefined])
  })

  test('are not checked for another action, or by the schema of a name that every object has', async () => {
    const of = (action: string) => checkResults({ actions: { find: { output } } }, { action }, [{ id: 7 }])
    for (const action of ['other', 'constructor']) expect((await of(action)).broken).toBeUndefined()
  })

  test.each<[string, Result[]]>([
    ['results.0: is too large to be checked', [{ id: 'A', seats: Array.from({ length: 20_000 }, () => 1) }]],
    ['results.0: has a text that is too long for the patterns', [{ id: 'A'.repeat(400_000) }]],
    [
      'results.1745: is too large to be checked',
      Array.from({ length: 2000 }, () => ({ id: 'A', seats: Array.from({ length: 300 }, () => 1) })),
    ],
  ])('are checked in bounded time: %s', async (finding, results) => {
    expect((await found(...results)).broken?.findings.at(-1)).toContain(finding)
  })

  test('are checked in bounded time also if every pattern is slow', async () => {
    const slow = { type: 'object', properties: { text: { type: 'string', pattern: '^b|(?:a?){900}x' } } }
    const results = Array.from({ length: 40 }, () => ({ text: 'b'.repeat(1000) }))
    const { broken } = await checkResults({ actions: { find: { output: slow } } }, { action: 'find' }, results)
    expect(broken?.count).toBeGreaterThan(20)
    expect(broken?.findings.at(-1)).toContain('is too large to be checked')
  })

  test('have items that differ, whatever the order of their keys', async () => {
    const unique = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } }
    const wrongOf = async (list: Json) =>
      (await checkResults({ actions: { find: { output: unique } } }, { action: 'find' }, [{ list }])).first
    expect(await wrongOf([1, '1', [1], { a: 1, b: 2 }, { a: 1 }, null, true, 'true'])).toBeUndefined()
    expect(await wrongOf([{ a: 1, b: [2] }, 7, { b: [2], a: 1 }])).toEqual([
      'results.0.list',
      'must not repeat an entry',
    ])
    let reads = 0
    const many = Array.from({ length: 1500 }, (_, id) => ({
      get id() {
        reads += 1
        return id
      },
    }))
    expect(await wrongOf(many)).toBeUndefined()
    expect(reads).toBeLessThan(5 * many.length)
  })
})
