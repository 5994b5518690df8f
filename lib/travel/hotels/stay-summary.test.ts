import { expect, test } from 'vitest'
import { english } from '#lib/i18n/english.ts'
import { staySummary } from './stay-summary.ts'
import { makeHotel } from './testing-hotels.ts'

const context = { locale: 'en-GB', t: english('hotels'), results: english('results') }

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
    'superior room',
    'Total €300, taxes included',
    '+ US$12.00 city tax at the hotel',
    'From Amadeus, seen 2026-11-22 08:05 UTC',
  ])
})
