import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortOffers, sorts } from './offer.ts'
import { ams, aua, makeLeg, makeOffer } from './testing-flights.ts'

const leg = (departure: number, length: number) => makeLeg('2027-02-13', [ams, aua], [[departure, departure + length]])

describe('sortOffers', () => {
  const cheap = makeOffer('cheap', { price: { amount: 10, currency: 'USD' }, legs: [leg(900, 600)] })
  const fast = makeOffer('fast', { price: { amount: 30, currency: 'USD' }, legs: [leg(700, 300)] })
  const early = makeOffer('early', { price: { amount: 20, currency: 'USD' }, legs: [leg(400, 500)] })

  it.each([
    ['price', ['cheap', 'early', 'fast']],
    ['duration', ['fast', 'early', 'cheap']],
    ['departure', ['early', 'fast', 'cheap']],
  ] as const)('by %s', (by, order) => {
    expect(sortOffers([fast, cheap, early], by, 'USD').map(({ flight }) => flight.id)).toEqual(order)
  })

  it('counts both directions of a round trip', () => {
    const there = makeOffer('there', { legs: [leg(600, 100), leg(600, 900)] })
    const both = makeOffer('both', { legs: [leg(600, 400), leg(600, 400)] })
    expect(sortOffers([there, both], 'duration', 'USD').map(({ flight }) => flight.id)).toEqual(['both', 'there'])
  })

  it('puts another currency last: its number says nothing here', () => {
    const yen = makeOffer('yen', { price: { amount: 1, currency: 'JPY' } })
    expect(sortOffers([yen, cheap], 'price', 'USD').map(({ flight }) => flight.id)).toEqual(['cheap', 'yen'])
  })

  it('gives one order whatever order the offers came in, and changes nothing', () => {
    const offers = fc.uniqueArray(
      fc.record({ id: fc.stringMatching(/^[a-z]{1,4}$/), amount: fc.integer({ min: 1, max: 3 }) }),
      {
        selector: ({ id }) => id,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(offers, fc.constantFrom(...sorts), (list, by) => {
        const made = list.map(({ id, amount }) => makeOffer(id, { price: { amount, currency: 'USD' } }))
        const before = [...made]
        const sorted = sortOffers(made, by, 'USD')
        expect(sortOffers(made.toReversed(), by, 'USD')).toEqual(sorted)
        expect(made).toEqual(before)
      }),
    )
  })
})
