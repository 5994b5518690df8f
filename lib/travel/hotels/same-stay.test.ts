import { expect, test } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { isSameStay } from './same-stay.ts'
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
