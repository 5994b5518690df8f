import { expect, test } from 'vitest'
import { groupFlights } from './itinerary.ts'
import { rowWithFare } from './row-with-fare.ts'
import { fareKey } from './same-flight.ts'
import { makeOffer } from './testing-flights.ts'

const [itinerary] = groupFlights([
  makeOffer('light', { price: { amount: 400, currency: 'EUR' } }),
  makeOffer('flex', { price: { amount: 520, currency: 'EUR' }, bags: { checked: { pieces: 1 } } }),
])

test('a row shows the fare that the link chooses, and its cheapest fare for any other link', () => {
  if (!itinerary) throw new Error('the offers make no itinerary')
  const { fares, key } = itinerary
  const light = fares.find(({ flight }) => flight.id === 'light')
  const flex = fares.find(({ flight }) => flight.id === 'flex')
  if (!light || !flex) throw new Error('the itinerary lacks a fare')
  const row = { itinerary, offer: light, fares }
  expect(rowWithFare(row, { row: key, part: fareKey(flex) }).offer).toBe(flex)
  expect(rowWithFare(row, { row: key, part: null })).toBe(row)
  expect(rowWithFare(row, { row: 'other', part: fareKey(flex) })).toBe(row)
  expect(rowWithFare(row, { row: key, part: 'gone' })).toBe(row)
})
