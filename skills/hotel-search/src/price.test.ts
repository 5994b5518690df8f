import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { readPrice } from './price.ts'
import { createReaders } from './read.ts'
import type { Stay } from './request.ts'

const stay: Stay = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-15',
  nights: 3,
  rooms: 1,
  adults: 2,
  childAges: [],
}
const read = (given: object, changes: Partial<Stay> = {}) =>
  readPrice({ ...given }, { ...stay, ...changes }, createReaders())?.read
const eur = (amount: number) => ({ amount, currency: 'EUR' })
const tax = (fields: object) => ({ code: 'CITY_TAX', amount: '1.50', currency: 'EUR', ...fields })

describe('the total', () => {
  test('covers all rooms, divided by the nights', () => {
    expect(read({ currency: 'EUR', total: '301.00' }, { rooms: 2 })).toEqual({
      price: eur(602),
      price_per_night: eur(200.67),
      price_parts: [{ kind: 'room', included: true, price: eur(602) }],
    })
  })

  test('is the seller’s total when the seller adds to the provider’s', () => {
    expect(read({ currency: 'EUR', base: '290.00', total: '300.00', sellingTotal: '310.00' })).toMatchObject({
      price: eur(310),
      price_parts: [
        { kind: 'room', price: eur(290) },
        { kind: 'rest', price: eur(20) },
      ],
    })
  })

  test.each([
    {},
    { currency: 'EUR' },
    { total: '1.00' },
    { currency: 'euro', total: '1' },
    { currency: 'EUR', total: '-1' },
    { currency: 'EUR', total: '0.00' },
  ])('is absent for %j', (given) => {
    expect(read(given)).toBeUndefined()
  })
})

describe('taxes and fees', () => {
  test('that are not included are added per night, guest and room', () => {
    const perNightAndGuest = tax({ pricingFrequency: 'PER_NIGHT', pricingMode: 'PER_OCCUPANT', included: false })
    const resort = { code: 'RESORT_FEE', amount: '20', pricingFrequency: 'PER_NIGHT', pricingMode: 'PER_PRODUCT' }
    const given = { currency: 'EUR', total: '300.00', taxes: [perNightAndGuest, resort] }
    expect(read(given, { rooms: 2, childAges: [4] })).toMatchObject({
      price: eur(600 + 2 * 3 * 3 * 1.5 + 2 * 3 * 20),
      price_parts: [
        { kind: 'room', included: true, price: eur(600) },
        { kind: 'tax', included: false, price: eur(27) },
        { kind: 'fee', included: false, code: 'RESORT_FEE', price: eur(120) },
      ],
    })
  })

  test('that exactly fill the gap are in the total, whatever else the base contains', () => {
    const taxes = [tax({ code: 'VAT', amount: '10.00', included: true }), tax({ amount: '5.00', included: false })]
    expect(read({ currency: 'EUR', base: '100.00', total: '105.00', taxes })).toMatchObject({
      price: eur(105),
      price_parts: [
        { kind: 'room', price: eur(90) },
        { kind: 'tax', included: true, code: 'VAT', price: eur(10) },
        { kind: 'tax', included: true, price: eur(5) },
      ],
    })
  })

  const night = (base: string) => ({
    changes: [{ startDate: '2027-03-12', endDate: '2027-03-15', base }],
  })
  const nights = (...bases: string[]) => ({
    changes: bases.map((base, at) => ({ startDate: `2027-03-${12 + at}`, endDate: `2027-03-${13 + at}`, base })),
  })
  const periods = (...each: [from: string, to: string, base: string][]) => ({
    changes: each.map(([from, to, base]) => ({ startDate: `2027-03-${from}`, endDate: `2027-03-${to}`, base })),
  })
  const included = (amount: string) => tax({ code: 'VAT', amount, included: true })
  const apart = (amount: string) => tax({ amount, included: false })
  const vat = (fields: object) => ({ code: 'VAT', included: true, ...fields })

  // The rows of the table in docs/decisions/024-hotel-totals.md, each with a total of 262.88.
  describe.each([
    ['the price names the base', (base: string) => ({ base })],
    [
      'the nightly rates name the base',
      (base: string) => ({ variations: nights('60.00', '90.00', (Number(base) - 150).toFixed(2)) }),
    ],
    [
      'one rate of several nights names the base',
      (base: string) => ({ variations: night((Number(base) / 3).toFixed(2)) }),
    ],
    [
      'the average night names the base',
      (base: string) => ({ variations: { average: { base: (Number(base) / 3).toFixed(2) } } }),
    ],
  ])('where %s', (_, saying) => {
    test.each([
      ['there is no tax', '260.00', [], 262.88],
      ['a tax is included', '260.00', [included('2.88')], 262.88],
      ['a tax fills the gap', '260.00', [apart('2.88')], 262.88],
      ['a tax fills the gap beside an included tax', '256.00', [included('4.00'), apart('2.88')], 262.88],
      ['an included tax fills the gap beside another tax', '260.00', [included('2.88'), apart('5.00')], 267.88],
      [
        'an included tax fills the gap beside a tax of the same amount',
        '260.00',
        [included('2.88'), apart('2.88')],
        265.76,
      ],
      ['a tax fills the gap, and an included tax is in the base', '260.00', [included('40.00'), apart('2.88')], 262.88],
      ['one of two taxes fills the gap', '260.00', [apart('2.88'), apart('12.00')], 274.88],
      ['several taxes all fit the gap', '250.00', [included('4.00'), apart('2.88'), apart('2.00')], 262.88],
      [
        'an included percentage fills the gap beside a tax',
        '250.36',
        [vat({ percentage: '5' }), apart('2.88')],
        265.76,
      ],
      ['a tax fits the gap beside an included percentage', '250.00', [vat({ percentage: '2' }), apart('2.88')], 262.88],
      ['a tax stands beside an included tax without an amount', '250.00', [vat({}), apart('2.88')], 265.76],
      [
        'a tax stands beside an included tax in another currency',
        '250.00',
        [vat({ amount: '9.00', currency: 'USD', percentage: '1' }), apart('2.88')],
        265.76,
      ],
      [
        'a tax stands beside another tax without an amount',
        '250.00',
        [{ description: 'Tourism tax' }, apart('2.88')],
        265.76,
      ],
      ['a tax fills the gap beside an included tax of unknown amount', '260.00', [vat({}), apart('2.88')], 262.88],
      ['a tax is larger than the gap', '260.00', [apart('5.00')], 267.88],
      ['there is a tax but no gap', '262.88', [apart('2.88')], 265.76],
      ['there is a tax and the base exceeds the total', '263.00', [apart('2.88')], 265.76],
    ])('%s', (_, base, taxes, amount) => {
      expect(read({ currency: 'EUR', total: '262.88', ...saying(base), taxes })?.price).toEqual(eur(amount))
    })
  })

  test('per night and guest are added if an included percentage fills the gap', () => {
    const perNightAndGuest = tax({ amount: '3.00', pricingFrequency: 'PER_NIGHT', pricingMode: 'PER_OCCUPANT' })
    const given = {
      currency: 'EUR',
      total: '330.00',
      variations: { average: { base: '100.00' } },
      taxes: [vat({ percentage: '10.00' }), perNightAndGuest],
    }
    expect(read(given)).toMatchObject({
      price: eur(348),
      price_parts: [
        { kind: 'room', price: eur(300) },
        { kind: 'tax', included: false, price: eur(18) },
        { kind: 'rest', included: true, price: eur(30) },
      ],
      unpriced_charges: [{ kind: 'tax', included: true, code: 'VAT', percent: 10 }],
    })
  })

  test.each([
    ['nothing', {}],
    ['rates that include taxes', { changes: [{ startDate: '2027-03-12', endDate: '2027-03-15', total: '87.63' }] }],
    ['rates of some nights', { changes: nights('130.00', '130.00').changes }],
    ['rates without the first night', { changes: nights('1.00', '130.00', '130.00').changes.slice(1) }],
    ['overlapping rates', { changes: [...night('43.33').changes, ...night('43.33').changes] }],
    ['rates in another currency', { changes: night('86.67').changes.map((each) => ({ ...each, currency: 'USD' })) }],
    ['a rate above the total', night('260.00')],
    ['an average night of 0', { average: { base: '0.00' } }],
    ['rates of 0', night('0.00')],
    ['rates until a nonexistent day', periods(['12', '99', '86.67'], ['99', '15', '86.67'])],
    ['rates that end before they begin', periods(['12', '18', '86.67'], ['18', '15', '86.67'])],
  ])('that are not included are added when the variations have %s', (_, variations) => {
    expect(read({ currency: 'EUR', total: '262.88', variations, taxes: [apart('2.88')] })?.price).toEqual(eur(265.76))
  })

  test.each(['30', '31', '39'])('that are not included are added when a rate ends on February %s', (day) => {
    const changes = [
      { startDate: '2027-02-27', endDate: `2027-02-${day}`, base: '86.67' },
      { startDate: `2027-02-${day}`, endDate: '2027-03-02', base: '86.67' },
    ]
    const given = { currency: 'EUR', total: '262.88', variations: { changes }, taxes: [apart('2.88')] }
    expect(read(given, { checkIn: '2027-02-27', checkOut: '2027-03-02' })).toMatchObject({
      price: eur(265.76),
      price_parts: [{ price: eur(262.88) }, { price: eur(2.88) }],
    })
  })

  test('that are not included are added if the stated base is 0', () => {
    const given = { currency: 'EUR', base: '0.00', total: '262.88', taxes: [apart('2.88')] }
    expect(read(given)).toMatchObject({
      price: eur(265.76),
      price_parts: [{ price: eur(262.88) }, { price: eur(2.88) }],
    })
  })

  test('are compared with the nightly rates if the stated base is 0', () => {
    const given = { currency: 'EUR', base: '0.00', total: '262.88', variations: nights('60.00', '90.00', '110.00') }
    expect(read({ ...given, taxes: [apart('2.88')] })?.price).toEqual(eur(262.88))
  })

  test('in another currency never fill the gap', () => {
    const foreign = tax({ amount: '3.00', currency: 'USD', included: false })
    expect(read({ currency: 'EUR', base: '260.00', total: '262.88', taxes: [foreign, apart('2.88')] })).toMatchObject({
      price: eur(262.88),
      unpriced_charges: [{ included: false, price: { amount: 3, currency: 'USD' } }],
    })
  })

  test('are compared with the gap to the provider’s total, not to the seller’s', () => {
    const given = { currency: 'EUR', base: '260.00', total: '260.00', sellingTotal: '280.00', taxes: [apart('2.88')] }
    expect(read(given)?.price).toEqual(eur(282.88))
  })

  test('that the provider does not list are the part `rest` between base and total', () => {
    expect(read({ currency: 'EUR', base: '90.00', total: '100.00' })?.price_parts).toEqual([
      { kind: 'room', included: true, price: eur(90) },
      { kind: 'rest', included: true, price: eur(10) },
    ])
  })

  test('given as a percentage are added with their amount', () => {
    expect(read({ currency: 'EUR', total: '200.00', taxes: [{ code: 'VAT', percentage: '7.5' }] })).toMatchObject({
      price: eur(215),
      price_parts: [{ kind: 'room' }, { kind: 'tax', included: false, code: 'VAT', price: eur(15) }],
    })
  })

  test('without an amount in the price’s currency are listed beside the price', () => {
    const taxes = [
      { code: 'VAT', percentage: '20.00', included: true },
      { code: 'SERVICE_CHARGE', amount: '500', currency: 'JPY', pricingFrequency: 'PER_NIGHT' },
      { description: 'Tourism tax' },
    ]
    expect(read({ currency: 'EUR', total: '200.00', taxes })).toMatchObject({
      price: eur(200),
      price_parts: [{ kind: 'room', price: eur(200) }],
      unpriced_charges: [
        { kind: 'tax', included: true, code: 'VAT', percent: 20 },
        { kind: 'fee', included: false, code: 'SERVICE_CHARGE', price: { amount: 1500, currency: 'JPY' } },
        { kind: 'tax', included: false, text: 'Tourism tax' },
      ],
    })
  })

  test.each([
    ['alone', '11.00', [{ kind: 'room', included: true, price: eur(10) }], [{ included: true, code: 'VAT' }]],
    [
      'with those that fill the gap',
      '6.00',
      [
        { kind: 'room', price: eur(4) },
        { kind: 'tax', included: true, code: 'VAT', price: eur(6) },
      ],
      undefined,
    ],
  ])('that fill the gap are added when the included ones exceed the total, %s', (_, amount, parts, unpriced) => {
    const taxes = [included(amount), apart('5.00')]
    const found = read({ currency: 'EUR', base: '5.00', total: '10.00', taxes })
    expect(found).toMatchObject({
      price: eur(15),
      price_parts: [...parts, { kind: 'tax', included: false, code: 'CITY_TAX', price: eur(5) }],
    })
    if (unpriced) expect(found?.unpriced_charges).toMatchObject(unpriced)
    else expect(found?.unpriced_charges).toBeUndefined()
  })
})

test('returns the rate of each night if rates change during the stay', () => {
  const changes = [
    { startDate: '2027-03-12', endDate: '2027-03-14', total: '90.00' },
    { startDate: '2027-03-14', endDate: '2027-03-15', base: '120.00' },
    { startDate: 'later', endDate: '2027-03-15', base: '1.00' },
    { startDate: '2027-03-14', endDate: '2027-03-15', base: '1.00', currency: 'USD' },
  ]
  expect(read({ currency: 'EUR', total: '300.00', variations: { changes } })?.nightly_rates).toEqual([
    { from: '2027-03-12', to: '2027-03-14', price: eur(90) },
    { from: '2027-03-14', to: '2027-03-15', price: eur(120) },
  ])
})

test.each([
  ['that does not exist', '2027-02-30', '2027-03-14'],
  ['of another century', '0001-01-01', '2027-03-14'],
  ['before check-in', '2027-03-11', '2027-03-13'],
  ['after check-out', '2027-03-14', '2027-03-16'],
  ['that ends the rate before it begins', '2027-03-14', '2027-03-13'],
])('leaves out a rate with a day %s', (_, startDate, endDate) => {
  const changes = [{ startDate, endDate, total: '90.00' }]
  expect(read({ currency: 'EUR', total: '300.00', variations: { changes } })).not.toHaveProperty('nightly_rates')
})

const digitsOf = { EUR: 2, USD: 2, JPY: 0, KRW: 0, KWD: 3, TND: 3, CLP: 0, AWG: 2 } as const
const currency = fc.constantFrom(...(Object.keys(digitsOf) as (keyof typeof digitsOf)[]))
const amount = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2))
const total = fc.integer({ min: 100, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2))
const someTax = fc.record(
  {
    code: fc.constantFrom('CITY_TAX', 'VAT', 'RESORT_FEE'),
    amount,
    currency: fc.option(currency, { nil: undefined }),
    percentage: fc.constantFrom('0', '5.00', '19.6'),
    included: fc.boolean(),
    pricingFrequency: fc.constantFrom('PER_NIGHT', 'PER_STAY'),
    pricingMode: fc.constantFrom('PER_OCCUPANT', 'PER_PRODUCT'),
  },
  { requiredKeys: [] },
)

test('for any charges, the parts add up to the price in minor units of one currency', () => {
  const given = fc.record(
    { currency, total, base: amount, taxes: fc.array(someTax, { maxLength: 4 }) },
    { requiredKeys: ['currency', 'total'] },
  )
  fc.assert(
    fc.property(given, fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 9 }), (price, nights, rooms) => {
      const found = read(price, { nights, rooms })
      if (found === undefined) throw new Error('no price')
      const digits = digitsOf[price.currency]
      const minor = (value: number) => {
        const units = value * 10 ** digits
        expect(Math.abs(units - Math.round(units))).toBeLessThan(1e-3)
        expect(value).toBe(Number(value.toFixed(digits)))
        return Math.round(units)
      }
      const parts = found.price_parts.map((part) => minor(part.price.amount))
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(minor(found.price.amount))
      expect(parts.every((part) => part >= 0)).toBe(true)
      const currencies = [found.price, found.price_per_night, ...found.price_parts.map((part) => part.price)]
      expect(new Set(currencies.map((each) => each.currency))).toEqual(new Set([price.currency]))
      expect(Math.abs(minor(found.price_per_night.amount) * nights - minor(found.price.amount))).toBeLessThanOrEqual(
        nights / 2,
      )
      HotelResult.shape.price_parts.parse(found.price_parts)
      HotelResult.shape.unpriced_charges.parse(found.unpriced_charges)
    }),
  )
})
