import { describe, expect, test } from 'vitest'
import { checkResults } from './check-results.ts'
import type { Json } from './contract/skill-io.ts'
import { flightResult, hotelResult } from './testing/results.ts'

type Result = { [name: string]: Json }
const flights = (...results: Result[]) =>
  checkResults({ capability: 'C-FLIGHT-SEARCH' }, { action: 'search_flights' }, results)
const hotels = (...results: Result[]) =>
  checkResults({ capability: 'C-HOTEL-SEARCH' }, { action: 'search_hotels' }, results)

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
    ['airline: must be a text', { airline: 7 }],
    ['legs: must have at least 1 entry', { legs: [] }],
    [
      'legs.0.segments.0.arrival.time: is not after the departure',
      legOf({ ...first, arrival: first.departure }, second),
    ],
    [
      'legs.0.segments.1.departure.time: is before the arrival of the segment before it',
      legOf(first, { ...second, departure: at(second.departure, '2027-02-13T11:00:00-05:00') }),
    ],
    ['legs.0.arrival.airport: is not where the last segment arrives', legOf(first)],
    ['legs.0.departure.airport: is not where the first segment leaves', legOf(second)],
    [
      'legs.0.arrival.time: is more than 7 days after the departure',
      legOf(first, { ...second, arrival: at(second.arrival, '2027-02-20T18:55:00-04:00') }),
    ],
    ['legs.1.departure.time: is before the arrival of the leg before it', { legs: [leg, leg] }],
    [
      'legs.0.departure.time: must be a time like 2027-02-13T09:30:00Z',
      { legs: [{ ...leg, departure: at(leg.departure, 'soon') }] },
    ],
    ['booking_url: must be an address like https://example.com/path', { booking_url: 'javascript:alert(1)' }],
  ])('%s', (finding, change) => {
    const right = flightResult()
    expect(flights(right, flightResult(change))).toEqual({
      kept: [right],
      broken: { count: 1, of: 2, findings: [`results.1.${finding}`] },
    })
  })

  test('keep to the contract when there is more in them than it knows', () => {
    const more = flightResult({ colour: 'red' })
    expect(flights(more)).toEqual({ kept: [more], broken: undefined })
    expect(flights()).toEqual({ kept: [], broken: undefined })
  })

  test('there and back are two legs, one after the other', () => {
    const segments = [{ ...first, departure: at(leg.arrival, '2027-02-20T09:00:00-04:00'), arrival: later.arrival }]
    const home = { ...later, departure: segments[0]?.departure, segments, layovers: [] }
    expect(flights(flightResult({ legs: [leg, home] })).broken).toBeUndefined()
  })

  test('are told with the first finding of each, ten in all, and without a word of theirs', () => {
    const hostile = flightResult({ price: { amount: -1, currency: 'hunter2' }, provider: 7 })
    const { kept, broken } = flights(...Array.from({ length: 1000 }, () => hostile), flightResult())
    expect([kept.length, broken?.count, broken?.of, broken?.findings.length]).toEqual([1, 1000, 1001, 10])
    expect(broken?.findings[9]).toBe('results.9.provider: must be a text')
    expect(JSON.stringify(broken)).not.toContain('hunter2')
  })
})

describe('results of hotels', () => {
  test.each<[string, Result]>([
    ['check_out: is not after check_in', { check_out: '2027-03-12' }],
    ['price.amount: must be more than 0', { price: { amount: 0, currency: 'EUR' } }],
    ['price_parts: do not add up to the price', { price: { amount: 330, currency: 'EUR' } }],
    ['price_parts: are not all in the currency of the price', { price: { amount: 330.3, currency: 'USD' } }],
    ['location.lat: must be at most 90', { location: { lat: 999, lon: 0 } }],
  ])('%s', (finding, change) => {
    const right = hotelResult()
    expect(hotels(hotelResult(change), right)).toEqual({
      kept: [right],
      broken: { count: 1, of: 2, findings: [`results.0.${finding}`] },
    })
  })
})

test('results without a known contract are what the skill makes of them', () => {
  const results = [{ any: 1 }]
  expect(checkResults({ capability: 'C-OTHER' }, { action: 'search_flights' }, results).kept).toBe(results)
  expect(checkResults({}, { action: 'search_flights' }, results).kept).toBe(results)
  expect(checkResults({ capability: 'C-FLIGHT-SEARCH' }, { action: 'other' }, results).kept).toBe(results)
})
