import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { ExchangeRates } from '../exchange-rates.ts'
import { sortByMeasures } from '../results/sort-by-measures.ts'
import { bestHotelScore, bestHotelWeights } from './best.ts'
import { type HotelSort, hotelOrder, hotelSorts } from './sort.ts'
import { makeHotel } from './testing-hotels.ts'
import { comparedTotal } from './total.ts'

const price = (amount: number, currency = 'EUR') => ({ amount, currency })
const someHotel = fc
  .record({
    hotel_id: fc.stringMatching(/^[A-Z]{5}[0-9]{3}$/),
    amount: fc.integer({ min: 1, max: 5000 }),
    distance_km: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
    stars: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  })
  .map(({ amount, currency, distance_km, stars, hotel_id }): HotelResult => {
    const known = { ...(distance_km === undefined ? {} : { distance_km }), ...(stars === undefined ? {} : { stars }) }
    return makeHotel({ hotel_id, price: price(amount, currency), ...known })
  })
const idOf = ({ hotel_id }: HotelResult) => hotel_id
const rates = { date: '2026-11-20', base: 'EUR', rates: { JPY: 165 }, data: 'live' as const }
const sorted = (hotels: HotelResult[], by: HotelSort, lowest: number, known: ExchangeRates | null = null) =>
  sortByMeasures(
    hotels.map((hotel) => ({
      offer: {
        key: hotel.id,
        price: hotel.price,
        source: 's',
        data: 'live' as const,
        cached: false,
        fetchedAtMs: 0,
        hotel,
      },
      compared: comparedTotal(hotel, { currency: 'EUR', rates: known }),
      free: undefined,
    })),
    hotelOrder(by, lowest),
  ).map(({ offer }) => offer.hotel)
const list = fc.uniqueArray(someHotel, { selector: idOf, minLength: 1, maxLength: 30 })

describe('best value', () => {
  test('is 100 for the cheapest five-star hotel in the centre, with breakfast and free cancellation', () => {
    const until = '2027-03-10T18:00:00+01:00'
    const best = makeHotel({
      stars: 5,
      distance_km: 0,
      board: 'half_board',
      cancellation: { kind: 'free', until, penalties: [] },
    })
    expect(bestHotelScore(best, best.price.amount)).toBe(100)
    expect(Object.values(bestHotelWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
  })

  test.each([
    ['twice the lowest price', { price: price(600) }, 25],
    ['three kilometres from the centre', { distance_km: 3 }, 60],
    ['three stars', { stars: 3 }, 62],
    ['breakfast', { board: 'breakfast' }, 55],
    ['a kitchen', { board: 'self_catering' }, 50],
    ['free cancellation', { cancellation: { kind: 'free', until: '2027-03-10T18:00:00+01:00', penalties: [] } }, 55],
    ['a penalty', { cancellation: { kind: 'charged', penalties: [] } }, 50],
  ] as const)('of %s', (_, fields, score) => {
    expect(bestHotelScore(makeHotel(fields as Partial<HotelResult>), 300)).toBe(score)
  })

  test('does not count free cancellation after its deadline', () => {
    const until = '2027-03-10T18:00:00+01:00'
    const hotel = makeHotel({ cancellation: { kind: 'free', until, penalties: [] } })
    expect(bestHotelScore(hotel, 300, 300, false)).toBe(50)
  })

  test('never falls when a hotel gets cheaper, nearer or better', () => {
    fc.assert(
      fc.property(someHotel, fc.integer({ min: 1, max: 100 }), (hotel, less) => {
        const score = bestHotelScore(hotel, 1)
        const amount = Math.max(1, hotel.price.amount - less)
        expect(bestHotelScore({ ...hotel, price: price(amount) }, 1)).toBeGreaterThanOrEqual(score)
        expect(bestHotelScore({ ...hotel, stars: 5 }, 1)).toBeGreaterThanOrEqual(score)
        expect(bestHotelScore({ ...hotel, distance_km: 0 }, 1)).toBeGreaterThanOrEqual(score)
      }),
    )
  })
})

describe('sorting', () => {
  test('follows the total or the distance, with unknown distances last', () => {
    const [near, cheap, unknown] = [
      makeHotel({ hotel_id: 'NEAR0001', distance_km: 1 }),
      makeHotel({ hotel_id: 'CHEAP001', distance_km: 9, price: price(90) }),
      makeHotel({ hotel_id: 'UNKNOWN1', price: price(200) }),
    ]
    expect(sorted([unknown, near, cheap], 'price', 90)).toEqual([cheap, unknown, near])
    expect(sorted([unknown, cheap, near], 'distance', 90)).toEqual([near, cheap, unknown])
  })

  test('does not depend on the input order', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...hotelSorts), fc.infiniteStream(fc.nat()), (hotels, by, dice) => {
        const shuffled = hotels
          .map((hotel) => ({ hotel, at: Number(dice.next().value) }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ hotel }) => hotel)
        expect(sorted(shuffled, by, 1).map(idOf)).toEqual(sorted(hotels, by, 1).map(idOf))
      }),
    )
  })
})

describe('hotels of several currencies', () => {
  test('rank last in every order, by currency and amount, if they cannot be compared', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...hotelSorts), (hotels, by) => {
        const found = sorted(hotels, by, 1)
        expect(found).toHaveLength(hotels.length)
        const firstOther = found.findIndex((hotel) => hotel.price.currency !== 'EUR')
        if (firstOther >= 0) expect(found.slice(firstOther).every((hotel) => hotel.price.currency !== 'EUR')).toBe(true)
      }),
    )
    const others = [price(5, 'KWD'), price(900, 'JPY'), price(700, 'JPY'), price(9999)].map((each, at) =>
      makeHotel({ hotel_id: `H${at}`, price: each }),
    )
    expect(sorted(others, 'price', 1).map((hotel) => hotel.price)).toEqual([
      price(9999),
      price(700, 'JPY'),
      price(900, 'JPY'),
      price(5, 'KWD'),
    ])
  })

  test('rank by their converted price if there is a rate', () => {
    const hotels = [price(100), price(16_501, 'JPY'), price(16_499, 'JPY'), price(99)].map((each, at) =>
      makeHotel({ hotel_id: `H${at}`, price: each }),
    )
    expect(sorted(hotels, 'price', 99, rates).map((hotel) => hotel.price.amount)).toEqual([99, 16_499, 100, 16_501])
  })

  test('rank after hotels of the same total if they have a charge that the total excludes', () => {
    const charge = { kind: 'tax' as const, included: false, price: price(9, 'AWG') }
    const hotels = [makeHotel({ hotel_id: 'A', unpriced_charges: [charge] }), makeHotel({ hotel_id: 'B' })]
    expect(sorted(hotels, 'price', 300).map(idOf)).toEqual(['B', 'A'])
  })
})
