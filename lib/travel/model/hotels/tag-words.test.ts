import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { singleWriter } from '../currencies-writer.ts'
import { groupHotels } from './hotel-item.ts'
import { readHotels } from './read-hotels.ts'
import { tagLabel } from './tag-words.ts'
import { makeHotel } from './testing-hotels.ts'

const rates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.25 }, data: 'live' } as const
const euros = (amount: number): Partial<HotelResult> => ({ price: { amount, currency: 'EUR' } })
const dollars = (amount: number): Partial<HotelResult> => ({ price: { amount, currency: 'USD' } })
/** In euros, with a tax in dollars. */
const taxed = (amount: number, tax: number): Partial<HotelResult> => ({
  ...euros(amount),
  unpriced_charges: [{ kind: 'tax', included: false, price: { amount: tax, currency: 'USD' } }],
})

/** What the tag for these hotels says in a list in dollars. */
function labelOf(isConvertible: boolean, ...given: Partial<HotelResult>[]) {
  const comparison = { currency: 'USD', rates: isConvertible ? rates : null }
  const hotels = given.map((fields, at) =>
    makeHotel({ id: `${at}`, hotel_id: `H${at}`, name: `Hotel ${at}`, ...fields }),
  )
  const { offers } = readHotels(hotels, { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 })
  const [first, ...others] = groupHotels(offers, { ...comparison, nowMs: 0 })
    .map(({ rates: [item] }) => item)
    .toSorted((a, b) => (a.offer.hotel.name < b.offer.hotel.name ? -1 : 1))
  if (!first) throw new Error('No hotels')
  return tagLabel([first, ...others], { comparison, writeIn: singleWriter('en-US'), t: english('hotels') })
}

test.each([
  ['of one hotel', labelOf(false, euros(300)), 'Hotel 0, €300 total'],
  [
    'in one currency, even without rates',
    labelOf(false, euros(300), euros(250)),
    'From €250 total: Hotel 0 and 1 more here',
  ],
  ['at reference rates', labelOf(true, euros(300), dollars(320)), 'From $320 total: Hotel 0 and 1 more here'],
  ['not in several currencies', labelOf(false, euros(300), dollars(320)), '2 hotels, several currencies, Hotel 0'],
  ['of one hotel in two currencies', labelOf(false, taxed(100, 10)), 'Hotel 0, €100 + $10.00 total'],
  [
    'in two currencies, if it is the lowest in both',
    labelOf(false, taxed(120, 10), taxed(100, 10)),
    'From €100 + $10.00 total: Hotel 0 and 1 more here',
  ],
  [
    'not if others are lower in one',
    labelOf(false, taxed(120, 5), taxed(100, 10)),
    '2 hotels, several currencies, Hotel 0',
  ],
  [
    'not beside a total without the tax',
    labelOf(false, taxed(100, 10), euros(300)),
    '2 hotels, several currencies, Hotel 0',
  ],
])('a tag claims a lowest total only if it is known: %s', (_, said, expected) => {
  expect(said).toBe(expected)
})
