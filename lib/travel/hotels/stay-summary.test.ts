import { expect, test } from 'vitest'
import { english } from '#lib/i18n/english.ts'
import { compiledTexts } from '#lib/i18n/messages-of.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { listWriter, singleWriter } from '../money.ts'
import { createTexts } from '../texts.ts'
import { staySummary } from './stay-summary.ts'
import { makeHotel } from './testing-hotels.ts'

const writeIn = singleWriter('en-GB')
const context = { locale: 'en-GB', t: english('hotels'), results: english('results'), writeIn }

const about = { data: 'live', fetchedAtMs: Date.UTC(2026, 10, 22, 8, 5) } as const
/** With plain spaces, as a reader sees it. */
const lines = (text: string) => text.replaceAll(/\u00a0|\u202f/g, ' ').split('\n')

test('a stay’s summary names hotel, dates, guests and room, and every charge that is paid at the hotel', () => {
  const hotel = makeHotel({
    name: 'HOTEL DU TEST',
    address: { lines: ['1 RUE DE PARIS'], city: 'PARIS' },
    guests: { adults: 2, child_ages: [4] },
    room: { category: 'superior_room' },
    unpriced_charges: [{ kind: 'tax', included: false, code: 'CITY_TAX', price: { amount: 12, currency: 'USD' } }],
  })
  expect(
    lines(staySummary({ hotel, key: 'a', price: hotel.price, source: 's', cached: false, ...about }, context)),
  ).toEqual([
    'Hotel du Test',
    '1 Rue de Paris, Paris',
    'Fri 12 Mar 2027 to Mon 15 Mar 2027, 3 nights, 1 room, 2 adults and 1 child',
    'Superior room',
    'Total €300, taxes included',
    '+ US$12.00 city tax at the hotel',
    'From Amadeus, seen 2026-11-22 08:05 UTC',
  ])
})

test('a summary counts the guests of all rooms, because a result counts those of one room', () => {
  const hotel = makeHotel({ rooms: 2, guests: { adults: 2, child_ages: [4] } })
  const summary = staySummary({ hotel, key: 'a', price: hotel.price, source: 's', cached: false, ...about }, context)
  expect(lines(summary)[1]).toMatch(/2 rooms, 4 adults and 2 children$/)
})

test('a summary writes the total with decimals if the list does', () => {
  const hotel = makeHotel({ price: { amount: 104, currency: 'EUR' } })
  const offer = { hotel, key: 'a', price: hotel.price, source: 's', cached: false, ...about }
  expect(staySummary(offer, { ...context, writeIn: listWriter('', 'en-GB') })).toMatch(/^Total €104\.00,/m)
})

test('a summary describes the room in the reader’s language, or in the provider’s words', () => {
  const t = createTexts<'hotels'>(compiledTexts('de', ['hotels']).hotels, 'de')
  const roomOf = (room: HotelResult['room']) => {
    const hotel = makeHotel({ room })
    const offer = { hotel, key: 'a', price: hotel.price, source: 's', cached: false, ...about }
    return lines(staySummary(offer, { ...context, locale: 'de', t }))[2]
  }
  expect(roomOf({ category: 'superior_room', beds: 2, bed_type: 'queen' })).toBe('Superior-Zimmer, 2 Queensize-Betten')
  expect(roomOf({ category: 'superior_room', text: 'SEA VIEW ROOM' })).toBe('Sea view room')
  expect(roomOf({})).toMatch(/^Gesamt/)
})
