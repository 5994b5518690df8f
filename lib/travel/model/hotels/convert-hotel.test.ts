import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ExchangeRates } from '../exchange-rates.ts'
import { minorDigits } from '../money.ts'
import { convertResults } from '../results/converted.ts'
import { initialSearch } from '../results/search-stream.ts'
import { convertHotel } from './convert-hotel.ts'
import { readHotels } from './read-hotels.ts'
import { makeHotel } from './testing-hotels.ts'

const rates: ExchangeRates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.1, JPY: 160 }, data: 'live' }

function converted(amount: number, currency: string, data: 'live' | 'sample' = 'live', from = 'USD') {
  const price = { amount, currency: from }
  const hotel = makeHotel({ price, price_per_night: price, price_parts: [{ kind: 'room', included: true, price }] })
  const { offers } = readHotels([hotel], { source: 'a', data, cached: false, fetchedAtMs: 0 })
  const state = {
    ...initialSearch,
    phase: 'done' as const,
    sources: [
      {
        skill: 'hotel-search',
        provider: 'Amadeus',
        timeout_ms: 1000,
        progress: { state: 'answered' as const, offers, leftOut: 0, elapsedMs: 1, cached: false, partial: false },
      },
    ],
  }
  const given = data === 'live' ? rates : { ...rates, data }
  return convertResults(state, currency, given, convertHotel)?.sources.flatMap(({ progress }) =>
    progress.state === 'answered' ? progress.offers : [],
  )
}

it('converts the total, the night and every part of a stay, and marks the total as about', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), fc.constantFrom('EUR', 'JPY'), (cents, currency) => {
      const [shown] = converted(cents / 100, currency) ?? []
      const expected = (cents / 100 / 1.1) * (currency === 'JPY' ? 160 : 1)
      expect(shown).toMatchObject({ isAbout: true, price: { currency } })
      expect(shown?.hotel.price).toEqual(shown?.price)
      const { nights = 0, price_per_night: night } = shown?.hotel ?? {}
      expect(night?.currency).toBe(currency)
      const unit = 10 ** -minorDigits(currency)
      expect(Math.abs((night?.amount ?? 0) * nights - expected)).toBeLessThanOrEqual(nights * unit)
      expect(shown?.hotel.price_parts.map(({ price }) => price)).toEqual([shown?.price])
      expect(Math.abs((shown?.price.amount ?? 0) - expected)).toBeLessThanOrEqual(unit)
    }),
  )
})

it('leaves out a stay without a rate, and never converts with generated rates what is for sale', () => {
  expect(converted(5, 'EUR', 'live', 'GBP')).toEqual([])
  expect(converted(5, 'EUR', 'sample')).toHaveLength(1)
})
