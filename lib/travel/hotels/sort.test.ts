import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { inOneCurrency } from '../one-currency.ts'
import { bestHotelScore, bestHotelWeights } from './best.ts'
import { hotelSorts, sortHotels } from './sort.ts'
import { makeHotel } from './testing-hotels.ts'

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
const list = fc.uniqueArray(someHotel, { selector: idOf, minLength: 1, maxLength: 30 })

describe('best value', () => {
  test('is 100 for the cheapest five stars in the centre, with breakfast and free cancellation', () => {
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
    ['a penalty', { cancellation: { kind: 'charged', penalties: [] } }, 50],
  ] as const)('of %s', (_, fields, score) => {
    expect(bestHotelScore(makeHotel(fields as Partial<HotelResult>), 300)).toBe(score)
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
  test('by total and by distance is what it says; an unknown distance is last', () => {
    const [near, cheap, unknown] = [
      makeHotel({ hotel_id: 'NEAR0001', distance_km: 1 }),
      makeHotel({ hotel_id: 'CHEAP001', distance_km: 9, price: price(90) }),
      makeHotel({ hotel_id: 'UNKNOWN1', price: price(200) }),
    ]
    expect(sortHotels([unknown, near, cheap], 'price', 90)).toEqual([cheap, unknown, near])
    expect(sortHotels([unknown, cheap, near], 'distance', 90)).toEqual([near, cheap, unknown])
  })

  test('gives one order, whatever order the hotels came in', () => {
    fc.assert(
      fc.property(list, fc.constantFrom(...hotelSorts), fc.infiniteStream(fc.nat()), (hotels, by, dice) => {
        const one = inOneCurrency(hotels, 'EUR').items
        const shuffled = one
          .map((hotel) => ({ hotel, at: Number(dice.next().value) }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ hotel }) => hotel)
        expect(sortHotels(shuffled, by, 1).map(idOf)).toEqual(sortHotels(one, by, 1).map(idOf))
      }),
    )
  })
})

describe('two currencies never stand in one comparison', () => {
  test('a list in several is refused', () => {
    const mixed = [makeHotel(), makeHotel({ price: price(300, 'JPY') })]
    for (const by of hotelSorts) expect(() => sortHotels(mixed, by, 1)).toThrow(RangeError)
  })
})
