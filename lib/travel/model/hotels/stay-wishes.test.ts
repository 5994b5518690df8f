import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { stayWishes } from './stay-wishes.ts'
import { writeHotelQuery } from './write-hotel-query.ts'

const t = english('hotels')

const open = HotelSearch.parse({ place: 'PAR', check_in: '2027-03-01', check_out: '2027-03-04', currency: 'EUR' })

test.each([
  [{ stars: [5, 4] }, '4, 5 stars'],
  [{ stars: [1] }, '1 star'],
  [{ board: 'half_board' as const }, 'Half board'],
  [{ free_cancellation: true }, 'Free cancellation'],
  [{ price_min: 80, price_max: 120 }, '€80.00–€120 a room and night, before fees paid on site'],
  [{ price_max: 120 }, 'Up to €120 a room and night, before fees paid on site'],
  [{ price_min: 120 }, 'From €120 a room and night, before fees paid on site'],
])('describes a search for %j as %j, and returns the search without that wish', (wish, text) => {
  const [found, ...others] = stayWishes({ ...open, ...wish }, 'en-US', t)
  expect(found?.text).toBe(text)
  expect(others).toEqual([])
  expect(found && writeHotelQuery(found.without)).toBe(writeHotelQuery(open))
})

test('a search with only place, dates and guests has no wishes', () => {
  expect(stayWishes(open, 'en-US', t)).toEqual([])
})
