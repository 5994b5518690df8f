import { expect, test } from 'vitest'
import { createTexts } from '#lib/platform/model/texts.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { listWriter, singleWriter } from '../currencies-writer.ts'
import { staySummary } from './stay-summary.ts'
import { makeHotel } from './testing-hotels.ts'

const writeIn = singleWriter('en-GB')
const context = {
  locale: 'en-GB',
  t: english('hotels'),
  results: english('results'),
  writeIn,
  comparison: { currency: 'EUR', rates: null },
}

const nowMs = Date.UTC(2026, 10, 22, 8, 6)
const about = { data: 'live', fetchedAtMs: Date.UTC(2026, 10, 22, 8, 5), source: 's', cached: false } as const
const offerOf = (hotel: HotelResult) => ({ ...about, hotel, key: 'a', price: hotel.price })
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
  expect(lines(staySummary(offerOf(hotel), context, nowMs))).toEqual([
    'Hotel du Test',
    '1 Rue de Paris, Paris',
    'Fri 12 Mar 2027 to Mon 15 Mar 2027, 3 nights, 1 room, 2 adults and 1 child',
    'Superior room · Cancellation terms not given',
    'Total €300 + US$12.00, taxes included',
    '€300 for the booking',
    '+ US$12.00 city tax at the hotel',
    'From Amadeus, seen Sun 22 Nov 2026, 08:05 UTC',
  ])
})

test('a summary has one total of a stay that is due in two currencies', () => {
  const rates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.2 }, data: 'live' } as const
  const charge = { kind: 'tax', included: false, price: { amount: 12, currency: 'USD' } } as const
  const hotel = makeHotel({ unpriced_charges: [charge] })
  const summary = staySummary(offerOf(hotel), { ...context, comparison: { currency: 'EUR', rates } }, nowMs)
  expect(lines(summary).slice(3, 6)).toEqual([
    'Total about €310, taxes included',
    '€300 for the booking',
    '+ US$12.00 tax at the hotel',
  ])
})

test('a summary counts the guests of all rooms, because a result counts those of one room', () => {
  const hotel = makeHotel({ rooms: 2, guests: { adults: 2, child_ages: [4] } })
  const summary = staySummary(offerOf(hotel), context, nowMs)
  expect(lines(summary)[1]).toMatch(/2 rooms, 4 adults and 2 children$/)
})

test('a summary writes the total with decimals if the list does', () => {
  const hotel = makeHotel({ price: { amount: 104, currency: 'EUR' } })
  const summary = staySummary(offerOf(hotel), { ...context, writeIn: listWriter('', 'en-GB') }, nowMs)
  expect(summary).toMatch(/^Total €104\.00,/m)
})

test('a summary describes the room, its board and cancellation in the reader’s language', () => {
  const t = createTexts<'hotels'>(compiledTexts('de', ['hotels']).hotels, 'de')
  const roomOf = (room: HotelResult['room']) => {
    const cancellation: HotelResult['cancellation'] = {
      kind: 'free',
      until: '2027-03-10T18:00:00+01:00',
      penalties: [],
    }
    const hotel = makeHotel({ room, board: 'breakfast', cancellation })
    return lines(staySummary(offerOf(hotel), { ...context, locale: 'de', t }, nowMs))[2]
  }
  const terms = 'Frühstück inklusive · Kostenlose Stornierung bis Mi., 10. März, 18:00'
  expect(roomOf({ category: 'superior_room', beds: 2, bed_type: 'queen' })).toBe(
    `Superior-Zimmer, 2 Queensize-Betten · ${terms}`,
  )
  expect(roomOf({ text: 'SEA VIEW ROOM' })).toBe(`Sea view room · ${terms}`)
  expect(roomOf({})).toBe(`Zimmer · ${terms}`)
})

test('a summary states what distinguishes the room and its rate, in the provider’s words', () => {
  const hotel = makeHotel({
    room: {
      category: 'standard_room',
      beds: 1,
      bed_type: 'queen',
      text: 'BEST RATE Standard room, 1 queen bed, 16 sqm',
    },
    rate: { code: 'BAR', text: 'BEST RATE' },
    payment: { kind: 'prepay', terms: [] },
    cancellation: { kind: 'non_refundable', penalties: [] },
  })
  expect(lines(staySummary(offerOf(hotel), context, nowMs)).slice(2, 4)).toEqual([
    'Standard room, 1 queen bed · No refund',
    'Paid in advance · Best rate · 16 sqm',
  ])
})

test('a summary quotes unclear terms of cancellation, and names no free cancellation that is over', () => {
  const termsOf = (cancellation: HotelResult['cancellation']) =>
    lines(staySummary(offerOf(makeHotel({ cancellation })), context, nowMs))[2]
  expect(termsOf({ kind: 'unclear', penalties: [{ text: 'GROUP TERMS APPLY' }] })).toBe('Room · Group terms apply')
  expect(termsOf({ kind: 'unclear', penalties: [] })).toBe('Room · Cancellation terms not given')
  expect(termsOf({ kind: 'free', until: '2026-11-22T08:00:00Z', penalties: [] })).toBe('Room · Canceling costs a fee')
})
