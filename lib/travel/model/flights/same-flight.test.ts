import { expect, test } from 'vitest'
import { readFlights } from './read-flights.ts'
import { fareKey, isSameFlight } from './same-flight.ts'
import { ams, ewr, makeFlight, makeLeg } from './testing-flights.ts'

const flight = makeFlight('1', { fare: { brand: 'Basic' }, bags: { checked: { pieces: 1 } } })

test('an offer is the same product under another id and at another price', () => {
  const newer = { ...flight, id: '2', price: { amount: 1, currency: 'USD' }, fare: { brand: 'Basic', seats_left: 2 } }
  expect(isSameFlight(flight, newer)).toBe(true)
})

test.each([
  ['another fare', { fare: { brand: 'Flex' } }],
  ['another refund', { fare: { brand: 'Basic', refundable: true } }],
  ['other conditions', { fare: { brand: 'Basic', conditions: [{ kind: 'change', text: 'Change', charged: true }] } }],
  ['other bags', { bags: { checked: { pieces: 2 } } }],
  ['other flights', { legs: [makeLeg('2027-02-13', [ams, ewr], [[545, 1060]])] }],
])('an offer with %s is another product', (_, change) => {
  expect(isSameFlight(flight, { ...flight, ...change })).toBe(false)
})

test('the key of a fare in the URL survives another id and price, and differs with all that the fare table shows', () => {
  const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
  const keyOf = (fields: object) => {
    const [offer] = readFlights([{ ...flight, ...fields }], about).offers
    return offer && fareKey(offer)
  }
  const condition = { kind: 'change', text: 'Change', charged: true }
  const [leg] = flight.legs
  const inClass = (booking_class: string, basis: string) => ({
    legs: [{ ...leg, segments: leg?.segments.map((segment) => ({ ...segment, fare: { booking_class, basis } })) }],
  })
  const keys = [
    {},
    { fare: { brand: 'Basic', conditions: [condition] } },
    { fare: { brand: 'Basic', conditions: [{ ...condition, fee: { amount: 75, currency: 'USD' } }] } },
    inClass('Y', 'YLOW'),
    inClass('M', 'YLOW'),
    inClass('M', 'MLOW'),
  ].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain(undefined)
  expect(keyOf({ id: '2', price: { amount: 1, currency: 'USD' } })).toBe(keys[0])
})
