import { expect, test } from 'vitest'
import { z } from 'zod'
import { hostileFaults } from '../faults.ts'
import { hostileHotels } from './hostile-hotels.ts'
import { createHotelAsker } from './testing/ask-hotels.ts'
import { hotelListAnswerSchema, hotelOffersAnswerSchema } from './wire.ts'

const { list, offers } = createHotelAsker()
const hotels = list('by-city', { cityCode: 'OPO' })
const listAnswer = { data: hotels, meta: { count: hotels.length, links: { self: 'x' } } }
const hotelIds = hotels
  .slice(0, 20)
  .map(({ hotelId }) => hotelId)
  .join(',')
const offersAnswer = { data: offers({ hotelIds, checkInDate: '2027-01-12', checkOutDate: '2027-01-14' }) }
const textOf = (answer: object) => JSON.stringify(answer)
const dataOf = (answer: object) => z.object({ data: z.array(z.unknown()) }).parse(answer).data

test('answers are good until a fault makes them hostile, and stay as they were', () => {
  const before = textOf([listAnswer, offersAnswer])
  for (const fault of hostileFaults) expect(textOf(hostileHotels(offersAnswer, fault))).not.toBe(textOf(offersAnswer))
  for (const fault of ['many-offers', 'missing-fields', 'duplicate-ids', 'script', 'lone-surrogates'] as const) {
    expect(textOf(hostileHotels(listAnswer, fault))).not.toBe(textOf(listAnswer))
  }
  expect(textOf([listAnswer, offersAnswer])).toBe(before)
})

test('missing fields and negative prices do not have the wire shape', () => {
  expect(hotelListAnswerSchema.safeParse(hostileHotels(listAnswer, 'missing-fields')).success).toBe(false)
  for (const fault of ['missing-fields', 'negative-price'] as const) {
    expect(hotelOffersAnswerSchema.safeParse(hostileHotels(offersAnswer, fault)).success).toBe(false)
  }
})

test('each hostile answer is what its name says', () => {
  expect(dataOf(hostileHotels(listAnswer, 'many-offers'))).toHaveLength(10_000)
  expect(new Set(textOf(hostileHotels(listAnswer, 'duplicate-ids')).match(/"hotelId":"\w+"/g)).size).toBe(1)
  expect(new Set(textOf(hostileHotels(offersAnswer, 'wrong-currency')).match(/"currency":"\w+"/g))).toEqual(
    new Set(['"currency":"usd"']),
  )
  expect(textOf(hostileHotels(offersAnswer, 'negative-price'))).not.toMatch(/"total":"\d/)
  expect(textOf(hostileHotels(offersAnswer, 'arrives-first'))).not.toMatch(/"checkOutDate":"2027/)
  expect(textOf(hostileHotels(listAnswer, 'script'))).toContain('"name":"<script>')
  expect(textOf(hostileHotels(offersAnswer, 'lone-surrogates'))).toContain('\\ud800')
})
