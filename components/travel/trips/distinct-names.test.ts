import { expect, test } from 'vitest'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { englishTexts } from '../../../scripts/testing/english-texts.tsx'
import { distinctNames } from './trip-words.ts'

function stay(id: string, provider: string): TripView {
  const price = { amount: 300, currency: 'EUR', seenAtMs: 0 }
  const facts = { skill: 's', search: '', data: 'live', saved: price, latest: price, isPast: false } as const
  return { ...facts, id, kind: 'hotels', hotel: makeHotel({ provider }), today: '2026-11-20' }
}

test('two stays of one hotel and dates are named after their providers, and the hotel is named once', () => {
  const names = distinctNames([stay('a', 'Amadeus'), stay('b', 'Duffel')], {}, 'en-GB', englishTexts('flights'))
  expect([...names.values()]).toEqual([
    'Hotel du Test, 12–15 Mar 2027, Amadeus',
    'Hotel du Test, 12–15 Mar 2027, Duffel',
  ])
})
