import { expect, test } from 'vitest'
import { makeFlight, viaNewark } from '#lib/travel/model/flights/testing-flights.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { englishTexts } from '../../../scripts/testing/english-texts.tsx'
import { agoText, datesText, distinctNames, priceChange, travelersIn, whenText } from './trip-words.ts'

const t = englishTexts('trips')
const minute = 60_000
const day = 24 * 60 * minute
const nowMs = Date.parse('2026-11-20T12:00:00Z')
const price = { amount: 847, currency: 'EUR', seenAtMs: nowMs - 2 * day }
const facts = { id: 'a', skill: 's', search: '', data: 'live', saved: price, latest: price, isPast: false } as const
const stay = (check_in: string, check_out: string, fields: { isPast?: boolean; today?: string } = {}): TripView => ({
  ...facts,
  kind: 'hotels',
  hotel: { ...makeHotel(), check_in, check_out },
  today: '2026-11-20',
  ...fields,
})

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [minute, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [23 * 60 * minute, '23 hours ago'],
  [day, '1 day ago'],
  [30 * day, '30 days ago'],
  [-minute, 'just now'],
])('an age of %i ms is %s', (age, text) => {
  expect(agoText(nowMs - age, nowMs, t)).toBe(text)
})

test.each([
  ['2026-11-20', 'Today'],
  ['2026-11-21', 'Tomorrow'],
  ['2026-11-26', 'In 6 days'],
  ['2027-01-01', 'In 42 days'],
  ['2026-11-19', 'Under way'],
])('a trip from %s is %s', (from, text) => {
  expect(whenText(stay(from, '2027-02-01'), nowMs, t)).toBe(text)
})

test.each([
  // In Amsterdam it is already the 20th at 00:30, in Honolulu still the 18th at 23:00, in Kiritimati the 21st at 02:00.
  ['2026-11-19T23:30:00Z', '2026-11-20T07:00:00+01:00', 'Today'],
  ['2026-11-19T09:00:00Z', '2026-11-18T23:55:00-10:00', 'Today'],
  ['2026-11-20T12:00:00Z', '2026-11-22T07:00:00+14:00', 'Tomorrow'],
])('at %s, a flight at %s is %s, by the calendar of its airport', (now, time, text) => {
  const leg = { ...viaNewark, departure: { ...viaNewark.departure, time } }
  const trip: TripView = { ...facts, kind: 'flights', flight: makeFlight('a', { legs: [leg] }) }
  expect(whenText(trip, Date.parse(now), t)).toBe(text)
})

test.each([
  ['2026-11-21', 'Today'],
  ['2026-11-20', 'Tomorrow'],
])('when it is %s at its hotel, a stay from the 21st is %s', (today, text) => {
  expect(whenText(stay('2026-11-21', '2026-11-23', { today }), nowMs, t)).toBe(text)
})

test('a past trip is labelled "Past", whenever it began', () => {
  expect(whenText(stay('2026-11-25', '2026-11-26', { isPast: true }), nowMs, t)).toBe('Past')
})

test.each([
  ['2027-02-13', '2027-02-21', '13–21 Feb 2027'],
  ['2027-02-27', '2027-03-03', '27 Feb – 3 Mar 2027'],
  ['2026-12-30', '2027-01-02', '30 Dec 2026 – 2 Jan 2027'],
])('the dates of %s to %s are %s', (from, to, text) => {
  expect(datesText(stay(from, to), 'en-GB')).toBe(text)
})

test('the dates of a one-way flight are a single day', () => {
  const flight = makeFlight('a', { legs: [viaNewark] })
  const [leg] = flight.legs
  const trip: TripView = { ...facts, kind: 'flights', flight }
  expect(datesText(trip, 'en-GB')).toContain(leg?.departure.time.slice(0, 4))
  expect(datesText(trip, 'en-GB')).not.toContain('–')
})

test('a price change states the difference and since when; without a later price, the change is unknown', () => {
  const later = (amount: number) => priceChange(price, { ...price, amount, seenAtMs: nowMs }, nowMs, 'en-GB', t)
  expect(later(800)).toEqual({ direction: 'less', text: '€47.00 less than 2 days ago, when it was €847.00' })
  expect(later(1047)).toEqual({ direction: 'more', text: '€200 more than 2 days ago, when it was €847' })
  expect(later(847)).toEqual({ direction: 'same', text: 'the same as 2 days ago' })
  expect(priceChange(price, price, nowMs, 'en-GB', t)?.direction).toBe('unknown')
})

test('an offer saved just now has no price change until a later price arrives', () => {
  const saved = { ...price, seenAtMs: nowMs - minute }
  expect(priceChange(saved, saved, nowMs, 'en-GB', t)).toBeNull()
  expect(priceChange(saved, { ...saved, amount: 800, seenAtMs: nowMs }, nowMs, 'en-GB', t)?.direction).toBe('less')
})

test.each([
  ['origin=AMS&destination=AUA&adults=1', 1],
  ['origin=AMS&destination=AUA&adults=2&children=1&infants=1', 4],
  ['origin=AMS&destination=AUA', 1],
])('the search %s is for %i travelers', (search, count) => {
  expect(travelersIn(search)).toBe(count)
})

test('two stays of one hotel and dates are named after their providers, and the hotel is named once', () => {
  const stays = ['Amadeus', 'Duffel'].map((provider) => ({
    ...facts,
    id: provider,
    kind: 'hotels' as const,
    hotel: makeHotel({ provider }),
    today: '2026-11-20',
  }))
  const names = distinctNames(stays, {}, 'en-GB', englishTexts('flights'))
  expect([...names.values()]).toEqual([
    'Hotel du Test, 12–15 Mar 2027, Amadeus',
    'Hotel du Test, 12–15 Mar 2027, Duffel',
  ])
})
