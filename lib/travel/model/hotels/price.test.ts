import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HotelResult, PricePart } from '#runner/contract/capabilities/hotel-result.ts'
import { fromMinorUnits } from '../exact-money.ts'
import { minorDigits } from '../money.ts'
import { pricePerNight, splitPrice, wholePrice } from './price.ts'
import { readHotels } from './read-hotels.ts'
import { makeHotel } from './testing-hotels.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const shown = (fields: Partial<HotelResult>) => {
  const about = { source: 's', data: 'live', cached: false, fetchedAtMs: 0 } as const
  return readHotels([makeHotel(fields)], about).offers[0]?.hotel
}
const part = (kind: PricePart['kind'], included: boolean, amount: number): PricePart => ({
  kind,
  included,
  price: eur(amount),
})

test('splits a price by purpose and by time of payment', () => {
  const price_parts = [
    part('room', true, 1816),
    part('tax', true, 200.1),
    part('tax', false, 24.2),
    part('fee', false, 144),
    part('rest', true, 0.7),
  ]
  expect(splitPrice({ price: eur(2185), price_parts })).toEqual({
    room: eur(1816),
    taxes: eur(224.3),
    fees: eur(144),
    rest: eur(0.7),
    booked: eur(2016.8),
    atHotel: eur(168.2),
  })
})

test('accepts decimals in a currency that is displayed without them', () => {
  const huf = (amount: number) => ({ amount, currency: 'HUF' })
  const price_parts: PricePart[] = [
    { kind: 'room', included: true, price: huf(100.4) },
    { kind: 'tax', included: true, price: huf(100.4) },
  ]
  expect(splitPrice({ price: huf(200.8), price_parts })).toMatchObject({ room: huf(100.4), taxes: huf(100.4) })
})

test.each([
  ['parts that do not add up', [part('room', true, 299.99)]],
  [
    'a part in another currency',
    [part('room', true, 200), { ...part('tax', true, 100), price: { amount: 100, currency: 'USD' } }],
  ],
  ['an invalid amount', [part('room', true, Number.NaN)]],
])('gives no split for %s and does not show the hotel', (_, price_parts) => {
  expect(splitPrice({ price: eur(300), price_parts })).toBeUndefined()
  expect(shown({ price: eur(300), price_parts })).toBeUndefined()
})

describe('in the minor unit of every currency', () => {
  const currencies = Intl.supportedValuesOf('currency')
  const units = fc.integer({ min: 0, max: 100_000_000 })
  const kinds = fc.constantFrom<PricePart['kind']>('room', 'tax', 'fee', 'rest')
  const price = (minor: number, currency: string) => ({
    amount: Number(fromMinorUnits(minor, minorDigits(currency))),
    currency,
  })
  const minorOf = ({ amount, currency }: { amount: number; currency: string }) =>
    Math.round(amount * 10 ** minorDigits(currency))

  test('parts add up to the total, by kind and by time of payment, and also as whole amounts', () => {
    const some = fc.array(fc.record({ kind: kinds, included: fc.boolean(), minor: units }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.constantFrom(...currencies), some, (currency, given) => {
        const total = given.reduce((sum, { minor }) => sum + minor, 0)
        const price_parts = given.map(({ kind, included, minor }) => ({
          kind,
          included,
          price: price(minor, currency),
        }))
        const split = splitPrice({ price: price(total, currency), price_parts })
        if (split === undefined) throw new Error('no split')
        const { room, taxes, fees, rest, booked, atHotel } = split
        expect([room, taxes, fees, rest].reduce((sum, each) => sum + minorOf(each), 0)).toBe(total)
        expect(minorOf(booked) + minorOf(atHotel)).toBe(total)
        expect(Object.values(split).every((each) => each.currency === currency)).toBe(true)
        const whole = wholePrice({ price: price(total, currency), price_parts })
        const amounts = whole.price_parts.map((each) => each.price.amount)
        expect(amounts.every(Number.isInteger)).toBe(true)
        expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(Math.round(price(total, currency).amount))
        expect(whole.price.amount).toBe(Math.round(price(total, currency).amount))
      }),
    )
  })

  test('the nights of a stay add up to the total, within half a unit per night', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), units, fc.integer({ min: 1, max: 99 }), (currency, minor, nights) => {
        const night = pricePerNight(price(minor, currency), nights)
        expect(night.currency).toBe(currency)
        expect(Math.abs(minorOf(night) * nights - minor)).toBeLessThanOrEqual(nights / 2)
        expect(night.amount).toBe(Number(night.amount.toFixed(minorDigits(currency))))
      }),
    )
  })
})

describe('the figures of a hotel', () => {
  test('include recomputed nights and a recomputed price per night', () => {
    expect(shown({ nights: 7, price_per_night: eur(1) })).toMatchObject({
      nights: 3,
      price_per_night: eur(100),
    })
  })

  test.each([
    ['2027-03-27', '2027-03-29', 2],
    ['2027-10-30', '2027-11-01', 2],
    ['2026-12-31', '2027-01-01', 1],
    ['2028-02-28', '2028-03-01', 2],
  ])('from %s to %s, across a clock change or new year, are %i nights', (check_in, check_out, nights) => {
    expect(shown({ check_in, check_out })?.nights).toBe(nights)
  })

  test.each([
    ['no night', { check_out: '2027-03-12' }],
    ['a stay that ends before it begins', { check_out: '2027-03-11' }],
    ['a price of zero', { price: eur(0) }],
  ])('hide the hotel if they contain %s', (_, fields) => {
    expect(shown(fields)).toBeUndefined()
  })
})
