import { expect, test } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { isSameStay, stayKey } from './same-stay.ts'
import { makeHotel } from './testing-hotels.ts'

const stay = makeHotel({ room: { code: 'K1', text: 'King room' }, board: 'breakfast' })

test('an offer is the same product under another id and at another price', () => {
  expect(isSameStay(stay, { ...stay, id: 'OFFER2', price: { amount: 1, currency: 'EUR' } })).toBe(true)
})

test.each<[string, Partial<HotelResult>]>([
  ['another hotel', { hotel_id: 'ACPAR002' }],
  ['another room', { room: { code: 'K2', text: 'King room' } }],
  ['another board', { board: 'room_only' }],
  ['another number of rooms', { rooms: 2 }],
  ['other conditions', { cancellation: { kind: 'non_refundable', penalties: [] } }],
])('an offer with %s is another product', (_, change) => {
  expect(isSameStay(stay, { ...stay, ...change })).toBe(false)
})

test('the key of a stay in the URL survives another id and price, and differs with all that the table of offers shows', () => {
  const keyOf = (change: Partial<HotelResult>) => stayKey({ source: 'a', hotel: { ...stay, ...change } })
  const free = (until: string): Partial<HotelResult> => ({ cancellation: { kind: 'free', until, penalties: [] } })
  const keys = [
    {},
    free('2027-02-01T12:00:00+01:00'),
    free('2027-02-08T12:00:00+01:00'),
    { board_name: 'Buffet breakfast' },
    { rate: { text: 'Advance purchase' } },
    { rate: { category: 'member' } },
  ].map(keyOf)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keyOf({ id: 'OFFER2', price: { amount: 1, currency: 'EUR' } })).toBe(keys[0])
})
