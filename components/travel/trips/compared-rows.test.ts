import { expect, test } from 'vitest'
import { flightWords } from '#lib/travel/model/flights/flight-words.ts'
import { makeFlight, viaNewark } from '#lib/travel/model/flights/testing-flights.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { englishTexts } from '../../../scripts/testing/english-texts.tsx'
import { comparedRows } from './compared-rows.ts'

const words = flightWords(englishTexts('flights'), englishTexts('units'), 'en-GB')

const rates = { date: '2026-11-20', base: 'EUR', rates: { AWG: 2 }, data: 'live' } as const
const reader = {
  rates: null,
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  locale: 'en-GB',
  seat: 'any',
  flights: words,
  hotels: englishTexts('hotels'),
  travel: englishTexts('travel'),
  results: englishTexts('results'),
  t: englishTexts('trips'),
} as const

function facts(id: string, amount: number, currency = 'EUR') {
  const price = { amount, currency, seenAtMs: reader.nowMs }
  return { id, skill: 's', search: '', data: 'live', saved: price, latest: price, isPast: false } as const
}
const flight = (id: string, amount: number, fields: object = {}, currency = 'EUR'): TripView => ({
  ...facts(id, amount, currency),
  kind: 'flights',
  flight: makeFlight(id, { legs: [viaNewark], ...fields }),
})
const stay = (id: string, amount: number): TripView => ({
  ...facts(id, amount),
  kind: 'hotels',
  hotel: makeHotel(),
  today: '2026-11-20',
})
const row = (trips: readonly TripView[], title: string) =>
  comparedRows(trips, reader).find((one) => one.title === title)

test('every row has a cell for each trip', () => {
  const trips = [flight('a', 900), flight('b', 700), flight('c', 800)]
  for (const { title, cells } of comparedRows(trips, reader)) expect(cells, title).toHaveLength(3)
})

test('tells fares of the same flights apart, and says so if a provider states none', () => {
  const light = flight('a', 700, { fare: { brand: 'Light', refundable: false } })
  expect(row([light, flight('b', 900)], 'Fare')?.cells).toEqual(['Light · No refund', 'Not given'])
})

test('says what a seat costs, or that nobody says, to a traveler who wants one', () => {
  const trips = [flight('a', 900), flight('b', 700)]
  const cells = (seat: 'any' | 'window') =>
    comparedRows(trips, { ...reader, seat }).find(({ title }) => title === 'Seat choice')?.cells
  expect(cells('window')).toEqual(['price unknown', 'price unknown'])
  expect(cells('any')).toBeUndefined()
})

test('marks each of the lowest prices, and none if all are equal', () => {
  expect(row([flight('a', 900), flight('b', 700), flight('c', 700)], 'Total')?.best).toEqual({
    at: [1, 2],
    word: 'lowest',
  })
  expect(row([flight('a', 700), flight('b', 700)], 'Total')?.best?.at).toEqual([])
})

test('marks no lowest price among several currencies', () => {
  expect(row([flight('a', 900), flight('b', 700, {}, 'USD')], 'Total')?.best).toBeUndefined()
})

test('marks no lowest price among live, test and sample prices', () => {
  const sample: TripView = { ...flight('a', 700), data: 'sample' }
  expect(row([sample, flight('b', 900)], 'Total')?.best).toBeUndefined()
  expect(row([sample, flight('b', 900)], 'Total')?.notes).toBeUndefined()
  expect(row([sample, { ...sample, id: 'b' }], 'Total')?.best).toBeDefined()
})

test('marks no lowest price among totals for different numbers of travelers, guests or rooms', () => {
  const forTwo: TripView = { ...flight('a', 900), search: 'adults=2' }
  expect(row([forTwo, flight('b', 700)], 'Total')?.best).toBeUndefined()
  expect(row([forTwo, flight('b', 700)], 'Total')?.notes).toEqual(['for 2 travelers', 'for 1 traveler'])
  const alsoTwo: TripView = { ...flight('b', 700), search: 'adults=1&children=1' }
  expect(row([forTwo, alsoTwo], 'Total for 2 travelers')?.best).toBeDefined()
  const hotel = makeHotel()
  const guests = { ...hotel.guests, adults: hotel.guests.adults + 1 }
  for (const other of [
    { ...hotel, guests },
    { ...hotel, rooms: hotel.rooms + 1 },
  ]) {
    const trips: TripView[] = [
      stay('a', 900),
      { ...facts('b', 700), kind: 'hotels', hotel: other, today: '2026-11-20' },
    ]
    expect(row(trips, 'Total')?.best).toBeUndefined()
  }
})

test('compares the sums of totals in two currencies, and marks no lowest price if one is unknown', () => {
  const levy = { kind: 'fee', included: false, text: 'Levy', price: { amount: 43.2, currency: 'AWG' } } as const
  const charged: TripView = {
    ...facts('a', 700),
    kind: 'hotels',
    hotel: makeHotel({ unpriced_charges: [levy] }),
    today: '2026-11-20',
  }
  const total = (reader: Parameters<typeof comparedRows>[1]) =>
    comparedRows([charged, stay('b', 900)], reader).find(({ title }) => title === 'Total')
  expect(total(reader)?.cells).toEqual(['€700 + AWG\u00a043.20', '€900'])
  expect(total(reader)?.best).toBeUndefined()
  const known = total({ ...reader, rates })
  expect(known?.cells).toEqual(['about €722', '€900'])
  expect(known?.best?.at).toEqual([0])
  expect(known?.notes).toEqual([undefined, 'about €178 above the lowest'])
  expect(row([stay('a', 700), stay('b', 900)], 'Total')?.best).toBeDefined()
})

test('states how many travelers all totals are for if there is more than one', () => {
  const forTwo = (id: string, amount: number): TripView => ({ ...flight(id, amount), search: 'adults=2' })
  expect(row([forTwo('a', 900), forTwo('b', 700)], 'Total for 2 travelers')?.cells).toEqual(['€900', '€700'])
  expect(row([flight('a', 900), flight('b', 700)], 'Total')).toBeDefined()
})

test('labels prices that are not live, apart from the price', () => {
  const trips: TripView[] = [
    { ...flight('a', 900), data: 'sample' },
    { ...flight('b', 800), data: 'test' },
  ]
  const total = row([...trips, flight('c', 700)], 'Total')
  expect(total?.cells).toEqual(['€900', '€800', '€700'])
  expect(total?.data).toEqual(['Sample data', 'Test data', undefined])
})

test('a trip with one flight has "None" in the row of the second flight, and no drawing', () => {
  const legs = row([flight('a', 900, { legs: [viaNewark, viaNewark] }), flight('b', 700)], 'Flight 2')
  expect(legs?.cells[1]).toBe('None')
  expect(legs?.legs?.map((leg) => leg !== undefined)).toEqual([true, false])
})

test('states how far each price is above the lowest, unless the prices are in several currencies', () => {
  const notes = (...amounts: number[]) =>
    row(
      amounts.map((amount) => flight('a', amount)),
      'Total',
    )?.notes
  expect(notes(900.4, 700.5, 700.5)).toEqual(['€199 above the lowest', undefined, undefined])
  expect(notes(80.4, 90)).toEqual([undefined, '€9.60 above the lowest'])
  expect(row([flight('a', 900), flight('b', 700, {}, 'USD')], 'Total')?.notes).toBeUndefined()
})

test('states how much longer each trip takes than the shortest', () => {
  const twice = flight('b', 700, { legs: [viaNewark, viaNewark] })
  const { best, notes } = row([flight('a', 700), twice], 'Travel time') ?? {}
  expect([best?.at, notes]).toEqual([[0], [undefined, `${words.duration(viaNewark.duration_minutes)} longer`]])
})

test('no trip has the lowest CO₂ if a value is missing', () => {
  const co2 = row([flight('a', 900, { co2_kg: 1400 }), flight('b', 700, { co2_kg: undefined })], 'CO₂ each')
  expect(co2?.cells).toEqual(['1,400 kg', 'Not given'])
  expect(co2?.best).toBeUndefined()
})

test('a comparison of stays has its own rows, and no flight rows', () => {
  const titles = comparedRows([stay('a', 1), stay('b', 2)], reader).map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['Stars', 'Nights', 'Room', 'Meals', 'Canceling']))
  expect(titles).not.toContain('Flight 1')
})
