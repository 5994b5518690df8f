import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTexts } from '#lib/platform/model/texts.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import type { UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { singleWriter } from '../currencies-writer.ts'
import { readHotels } from './read-hotels.ts'
import { makeHotel } from './testing-hotels.ts'
import { comparedTotal, comparisonOf } from './total.ts'
import { beside, shownInRow, totalText } from './total-words.ts'

const t = english('hotels')

const price = (amount: number, currency: string) => ({ amount, currency })
const cityTax = (charge: Partial<UnpricedCharge> = {}): UnpricedCharge => ({
  kind: 'tax',
  included: false,
  text: 'City tax',
  price: price(12, 'EUR'),
  ...charge,
})
const hotel = (amount: number, currency: string, ...unpriced_charges: UnpricedCharge[]) =>
  makeHotel({ price: price(amount, currency), unpriced_charges })
const writeIn = singleWriter('en-US')
const rates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.1, JPY: 165 }, data: 'live' as const }

describe('the comparable total in a list in dollars', () => {
  test.each([
    ['a price in dollars', hotel(100, 'USD'), { amount: 100, isAbout: false, isMore: false }],
    ['a charge in euros', hotel(100, 'USD', cityTax()), { amount: 113.2, isAbout: true, isMore: false }],
    [
      'a charge in the currency of the list',
      hotel(100, 'EUR', cityTax({ price: price(5, 'USD') })),
      { amount: 115, isAbout: true, isMore: false },
    ],
    [
      'a charge of unknown amount',
      hotel(100, 'USD', { kind: 'tax', included: false }),
      { amount: 100, isAbout: false, isMore: true },
    ],
    [
      'an included charge',
      hotel(100, 'USD', cityTax({ included: true })),
      { amount: 100, isAbout: false, isMore: false },
    ],
    ['a price in euros', hotel(100, 'EUR'), { amount: 110, isAbout: true, isMore: false }],
    ['a price in yen, converted through euros', hotel(16_500, 'JPY'), { amount: 110, isAbout: true, isMore: false }],
    ['a price without a rate', hotel(100, 'AWG'), { amount: Number.POSITIVE_INFINITY, isAbout: false, isMore: false }],
    [
      'a charge without a rate',
      hotel(100, 'USD', cityTax({ price: price(9, 'AWG') })),
      { amount: Number.POSITIVE_INFINITY, isAbout: false, isMore: false },
    ],
  ])('%s', (_, given, expected) => {
    const found = comparedTotal(given, { currency: 'USD', rates })
    expect({ ...found, amount: Number(found.amount.toFixed(6)) }).toEqual(expected)
  })

  test.each([
    ['live', 'live', 110],
    ['live', 'sample', Number.POSITIVE_INFINITY],
    ['live', undefined, Number.POSITIVE_INFINITY],
    ['test', 'sample', 110],
    ['sample', 'sample', 110],
    ['sample', 'live', 110],
    [undefined, 'sample', 110],
  ] as const)('beside %s offers, converts with %s rates to %d', (offers, data, amount) => {
    const comparison = comparisonOf('USD', data === undefined ? null : { ...rates, data }, offers)
    expect(comparedTotal(hotel(100, 'EUR'), comparison).amount).toBeCloseTo(amount)
  })

  test('without rates, ranks totals and prices in other currencies last, and never by the larger part alone', () => {
    const without = { currency: 'USD', rates: null }
    expect(comparedTotal(hotel(100, 'USD', cityTax()), without).amount).toBe(Number.POSITIVE_INFINITY)
    expect(comparedTotal(hotel(100, 'EUR'), without).amount).toBe(Number.POSITIVE_INFINITY)
  })

  test('is never below the booked price', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'AWG')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), currency, fc.boolean(), (amount, code, withRates) => {
        const given = hotel(200, 'USD', cityTax({ price: price(amount, code) }))
        const { amount: total } = comparedTotal(given, { currency: 'USD', rates: withRates ? rates : null })
        expect(total).toBeGreaterThanOrEqual(200)
      }),
    )
  })
})

const inDollars = { comparison: { currency: 'USD', rates }, writeIn, t }
const booked = '$872 for the booking'

describe('shows one total with its parts beneath', () => {
  test.each([
    ['no charges', hotel(872, 'USD'), '$872', []],
    ['a price in another currency, as it is', hotel(872, 'EUR'), '€872', []],
    [
      'a tax in another currency',
      hotel(872, 'USD', cityTax()),
      'about $885',
      [booked, '+ €12.00 city tax at the hotel'],
    ],
    [
      'a price and a charge in two other currencies, in the currency of the list',
      hotel(100, 'EUR', cityTax({ price: price(16_500, 'JPY') })),
      'about $220',
      ['€100 for the booking', '+ ¥16,500 city tax at the hotel'],
    ],
    [
      'a charge in the currency of the price, as an exact sum',
      hotel(872, 'USD', cityTax({ price: price(12, 'USD') })),
      '$884',
      [booked, '+ $12.00 city tax at the hotel'],
    ],
    [
      'two charges of the same name and currency, as one line',
      hotel(872, 'USD', cityTax(), cityTax({ price: price(3, 'EUR') })),
      'about $889',
      [booked, '+ €15.00 city tax at the hotel'],
    ],
    [
      'two charges of the same currency, listed by name',
      hotel(872, 'USD', cityTax(), cityTax({ text: 'Climate fee', kind: 'fee', price: price(3.5, 'EUR') })),
      'about $889',
      [booked, '+ €12.00 city tax at the hotel', '+ €3.50 climate fee at the hotel'],
    ],
    [
      'a charge that cannot be converted, in its own currency',
      hotel(872, 'USD', { kind: 'tax', included: false, code: 'GREEN_TAX', price: price(6, 'MVR') }),
      '$872 + MVR\u00a06.00',
      [booked, '+ MVR\u00a06.00 green tax at the hotel'],
    ],
    [
      'a charge of unknown amount',
      hotel(872, 'USD', { kind: 'tax', included: false, text: 'VAT' }),
      '$872 + VAT',
      ['+ VAT at the hotel, amount not given'],
    ],
    [
      'charges whose sum is not exact, as charges of unknown amount',
      hotel(872, 'USD', ...Array.from({ length: 10 }, () => cityTax({ price: price(99_999_999_999, 'CLF') }))),
      '$872 + city tax',
      [booked, '+ city tax at the hotel, amount not given'],
    ],
  ])('%s', (_, given, short, lines) => {
    expect(totalText(given, inDollars)).toBe(short)
    expect(beside(given, writeIn, t)).toEqual(lines)
  })

  test.each([
    ['en', '+ €6.00 tax at the hotel'],
    ['de', '+ €6.00 Steuer im Hotel'],
    ['nl', '+ €6.00 belasting in het hotel'],
  ] as const)('with the name of a charge without words as inside a sentence in %s', (language, line) => {
    const texts = createTexts<'hotels'>(compiledTexts(language, ['hotels']).hotels, language)
    const given = hotel(872, 'USD', { kind: 'tax', included: false, price: price(6, 'EUR') })
    expect(beside(given, writeIn, texts).at(-1)).toBe(line)
  })

  test('for any list of charges, with one sum for each currency if the hotel is valid', () => {
    const taxOf = (amounts: fc.Arbitrary<number>) =>
      fc
        .tuple(fc.option(amounts, { nil: undefined }), fc.constantFrom('CLF', 'KWD', 'JPY', 'EUR', 'ZZZ'))
        .map(([amount, currency]) => cityTax({ price: amount === undefined ? undefined : price(amount, currency) }))
    const within = fc.oneof(fc.integer({ min: 0, max: 10_000_000_000 }), fc.constantFrom(0.0001, 99.995))
    const any = fc.oneof(within, fc.constant(99_999_999_999), fc.double({ min: 0, noNaN: true }))
    const lists = fc.oneof(
      fc.array(taxOf(within), { maxLength: 60 }),
      fc.array(taxOf(fc.constant(99_999_999_999)), { maxLength: 70, size: 'max' }),
      fc.array(taxOf(any), { maxLength: 70, size: 'max' }),
    )
    const origin = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const
    let taken = 0
    fc.assert(
      fc.property(lists, (charges) => {
        const given = hotel(872, 'USD', ...charges)
        const isAlone = charges.every((charge) => charge.price === undefined || charge.price.amount === 0)
        const total = totalText(given, inDollars)
        if (isAlone) expect(['$872', '$872 + city tax']).toContain(total)
        else expect(total).not.toBe('$872')
        beside(given, writeIn, t)
        for (const offer of readHotels([given], origin).offers) {
          taken += 1
          const sums = beside(offer.hotel, writeIn, t).filter(
            (line) => line.startsWith('+') && !line.includes('not given'),
          )
          const currencies = new Set(
            shownInRow(offer.hotel).flatMap(({ amount, currency }) => (amount > 0 ? currency : [])),
          )
          expect(sums).toHaveLength(currencies.size - 1)
        }
      }),
    )
    expect(taken).toBeGreaterThan(0)
  })
})
