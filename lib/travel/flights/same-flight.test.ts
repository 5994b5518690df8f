import { expect, test } from 'vitest'
import { isSameFlight } from './same-flight.ts'
import { ams, ewr, makeFlight, makeLeg } from './testing-flights.ts'

const flight = makeFlight('1', { fare: { brand: 'Basic' }, bags: { checked: { pieces: 1 } } })

test('an offer is the same product under another id and at another price', () => {
  const newer = { ...flight, id: '2', price: { amount: 1, currency: 'USD' }, fare: { brand: 'Basic', seats_left: 2 } }
  expect(isSameFlight(flight, newer)).toBe(true)
})

test.each([
  ['another fare', { fare: { brand: 'Flex' } }],
  ['another refund', { fare: { brand: 'Basic', refundable: true } }],
  ['other bags', { bags: { checked: { pieces: 2 } } }],
  ['other flights', { legs: [makeLeg('2027-02-13', [ams, ewr], [[545, 1060]])] }],
])('an offer with %s is another product', (_, change) => {
  expect(isSameFlight(flight, { ...flight, ...change })).toBe(false)
})
