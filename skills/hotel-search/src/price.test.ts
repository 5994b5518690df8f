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
  test('is for all rooms, and a night is its share', () => {
    expect(read({ currency: 'EUR', total: '301.00' }, { rooms: 2 })).toEqual({
      price: eur(602),
      price_per_night: eur(200.67),
      price_parts: [{ kind: 'room', included: true, price: eur(602) }],
    })
  })

  test('is what the traveler pays where the seller adds to it', () => {
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
  ])('cannot be read from %j', (given) => {
    expect(read(given)).toBeUndefined()
  })
})

describe('taxes and fees', () => {
  test('that are included are parts of the total', () => {
    expect(
      read({ currency: 'EUR', total: '130.10', taxes: [tax({ amount: '1.10', included: true })] }, { nights: 1 }),
    ).toMatchObject({
      price: eur(130.1),
      price_parts: [
        { kind: 'room', included: true, price: eur(129) },
        { kind: 'tax', included: true, code: 'CITY_TAX', price: eur(1.1) },
      ],
    })
  })

  test('that are not included are paid on top, for each night, guest and room', () => {
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

  test('that are not in the base but in the total are not counted twice', () => {
    const given = {
      currency: 'EUR',
      base: '189.00',
      total: '217.82',
      taxes: [tax({ amount: '28.82', included: false })],
    }
    expect(read(given)).toMatchObject({
      price: eur(217.82),
      price_parts: [
        { kind: 'room', price: eur(189) },
        { kind: 'tax', included: true, price: eur(28.82) },
      ],
    })
  })

  test('that are not included come on top where those that are fill the space between base and total', () => {
    const taxes = [tax({ code: 'VAT', amount: '20.00', included: true }), tax({ amount: '5.00', included: false })]
    expect(read({ currency: 'EUR', base: '200.00', total: '220.00', taxes })).toMatchObject({
      price: eur(225),
      price_parts: [
        { kind: 'room', price: eur(200) },
        { kind: 'tax', included: true, code: 'VAT', price: eur(20) },
        { kind: 'tax', included: false, price: eur(5) },
      ],
    })
  })

  test('that are just what the total has above the base are in it, whatever else the base contains', () => {
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

  test('that nobody names are the rest between base and total', () => {
    expect(read({ currency: 'EUR', base: '90.00', total: '100.00' })?.price_parts).toEqual([
      { kind: 'room', included: true, price: eur(90) },
      { kind: 'rest', included: true, price: eur(10) },
    ])
  })

  test('of a percentage come on top with their amount', () => {
    expect(read({ currency: 'EUR', total: '200.00', taxes: [{ code: 'VAT', percentage: '7.5' }] })).toMatchObject({
      price: eur(215),
      price_parts: [{ kind: 'room' }, { kind: 'tax', included: false, code: 'VAT', price: eur(15) }],
    })
  })

  test('without an amount of the same currency stand beside the price', () => {
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

  test('above the total cannot be parts of it', () => {
    const given = { currency: 'EUR', total: '10.00', taxes: [tax({ amount: '11.00', included: true })] }
    expect(read(given)).toMatchObject({
      price_parts: [{ kind: 'room', price: eur(10) }],
      unpriced_charges: [{ included: true }],
    })
  })
})

test('rates that change during the stay are kept', () => {
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

const digitsOf = { EUR: 2, USD: 2, JPY: 0, KRW: 0, KWD: 3, TND: 3, CLP: 0, AWG: 2 } as const
const currency = fc.constantFrom(...(Object.keys(digitsOf) as (keyof typeof digitsOf)[]))
const amount = fc.integer({ min: 0, max: 2_000_000 }).map((cents) => (cents / 100).toFixed(2))
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

test('whatever is charged, the parts add up to the price in the minor unit, all in one currency', () => {
  const given = fc.record(
    { currency, total: amount, base: amount, taxes: fc.array(someTax, { maxLength: 4 }) },
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
