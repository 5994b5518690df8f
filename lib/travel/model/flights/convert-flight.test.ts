import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ExchangeRates } from '../exchange-rates.ts'
import { minorDigits } from '../money.ts'
import { convertResults } from '../results/converted.ts'
import { initialSearch, type SearchState } from '../results/search-stream.ts'
import { convertFlight } from './convert-flight.ts'
import type { FlightOffer } from './flight-offer.ts'
import { makeOffer } from './testing-flights.ts'

const rates: ExchangeRates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.1, JPY: 160 }, data: 'live' }

const stateOf = (offers: FlightOffer[]): SearchState<FlightOffer> => ({
  ...initialSearch,
  phase: 'done',
  sources: [
    {
      skill: 'flight-search',
      provider: 'Amadeus',
      timeout_ms: 1000,
      progress: { state: 'answered', offers, leftOut: 0, elapsedMs: 1, cached: false, partial: false },
    },
  ],
})
const usd = (amount: number) => ({ price: { amount, currency: 'USD' } })
const converted = (offers: FlightOffer[], currency: string, given = rates) =>
  convertResults(stateOf(offers), currency, given, convertFlight)?.sources.flatMap(({ progress }) =>
    progress.state === 'answered' ? progress.offers : [],
  )

it('converts every price, marks it as about, and leaves out the parts that need not add up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom('EUR', 'JPY'), (cents, currency) => {
      const offer = makeOffer('1', { ...usd(cents / 100), price_base: { amount: 1, currency: 'USD' } })
      const [shown] = converted([offer], currency) ?? []
      const expected = (cents / 100 / 1.1) * (currency === 'JPY' ? 160 : 1)
      expect(shown).toMatchObject({ key: offer.key, isAbout: true, price: { currency } })
      expect(shown?.flight.price).toEqual(shown?.price)
      expect(Math.abs((shown?.price.amount ?? 0) - expected)).toBeLessThanOrEqual(10 ** -minorDigits(currency))
      expect(shown?.flight.price_base).toBeUndefined()
    }),
  )
})

it('keeps prices that are in the currency already, and leaves out those without a rate', () => {
  const [euros, pounds] = [
    makeOffer('1', { price: { amount: 5, currency: 'EUR' } }),
    makeOffer('2', { price: { amount: 5, currency: 'GBP' } }),
  ]
  expect(converted([euros, pounds], 'EUR')).toEqual([euros])
})

it('never converts live prices with generated rates', () => {
  const live = { ...makeOffer('1', usd(5)), data: 'live' as const }
  expect(converted([live], 'EUR', { ...rates, data: 'sample' })).toBeUndefined()
})
