import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { formatPrice } from '../money.ts'
import { groupHotels } from './hotel-item.ts'
import { readHotels } from './read-hotels.ts'
import { lowestOf, tagLabel, tagPrice } from './tag-words.ts'
import { makeHotel } from './testing-hotels.ts'

const t = english('hotels')
const rates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.25 }, data: 'live' } as const
const euros = (amount: number): Partial<HotelResult> => ({ price: { amount, currency: 'EUR' } })
const dollars = (amount: number): Partial<HotelResult> => ({ price: { amount, currency: 'USD' } })
/** With a tax in dollars, which nobody can add to euros without a rate. */
const taxed: Partial<HotelResult> = {
  ...euros(100),
  unpriced_charges: [{ kind: 'tax', included: false, price: { amount: 10, currency: 'USD' } }],
}

/** What a tag for these hotels says, in a list in pounds, and its accessible name. */
function tagOf(isConvertible: boolean, ...given: Partial<HotelResult>[]) {
  const comparison = { currency: 'USD', rates: isConvertible ? rates : null }
  const writeIn = (currency: string) => (amount: number) => formatPrice(amount, currency)
  const hotels = given.map((fields, at) => makeHotel({ id: `${at}`, hotel_id: `H${at}`, name: `Hotel ${at}`, ...fields }))
  const { offers } = readHotels(hotels, { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 })
  const [first, ...others] = groupHotels(offers, { ...comparison, nowMs: 0 })
    .map(({ rates: [item] }) => item)
    .toSorted((a, b) => (a.offer.hotel.name < b.offer.hotel.name ? -1 : 1))
  if (!first) throw new Error('No hotels')
  const writing = { comparison, writeIn, t }
  const lowest = lowestOf([first, ...others], comparison)
  return [typeof lowest === 'string' ? lowest : tagPrice(lowest, writing), tagLabel([first, ...others], writing)]
}

test.each<[string, ReturnType<typeof tagOf>, string[]]>([
  ['one hotel', tagOf(false, euros(300)), ['€300.00', 'Hotel 0, €300.00 total']],
  [
    'several in one currency, even without rates',
    tagOf(false, euros(300), euros(250)),
    ['€250.00', 'From €250.00 total: Hotel 0 and 1 more here'],
  ],
  [
    'several currencies, compared at reference rates',
    tagOf(true, euros(300), dollars(320)),
    ['$320.00', 'From $320.00 total: Hotel 0 and 1 more here'],
  ],
  [
    'several currencies without rates',
    tagOf(false, euros(300), dollars(320)),
    ['currencies', '2 hotels, several currencies, Hotel 0'],
  ],
  ['a total that is not known', tagOf(false, taxed), ['unknown', 'Hotel 0, price not known']],
  [
    'a group with such a total',
    tagOf(false, taxed, euros(300)),
    ['unknown', '2 hotels, prices not known, Hotel 0'],
  ],
])('a tag claims a lowest total only if it is known: %s', (_, said, expected) => {
  expect(said).toEqual(expected)
})
