import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { isInside, mayOccur } from '../results/testing-oracle.ts'
import { type HotelFilters, narrowHotels, noHotelFilters } from './filters.ts'
import { groupHotels } from './hotel-item.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { makeHotel } from './testing-hotels.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const inEuros = { nowMs: now, currency: 'EUR', rates: null }
const offerOf = (hotel: HotelResult): HotelOffer => ({
  key: `s~${hotel.id}`,
  price: hotel.price,
  source: 's',
  data: 'live',
  cached: false,
  fetchedAtMs: now,
  hotel,
})

const hotels = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 9 }),
      stars: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      board: fc.option(fc.constantFrom('breakfast' as const, 'room_only' as const), { nil: undefined }),
      distance_km: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      isFree: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((list) =>
    list.map(({ amount, isFree, ...rest }, at) =>
      offerOf(
        makeHotel({
          ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
          id: `${at}`,
          hotel_id: `HOTEL${at}`,
          price: { amount, currency: 'EUR' },
          ...(isFree && {
            cancellation: { kind: 'free' as const, until: '2027-03-01T18:00:00+01:00', penalties: [] },
          }),
        }),
      ),
    ),
  )

const range = fc.option(
  fc.record({ from: fc.option(fc.integer({ min: 0, max: 9 })), to: fc.option(fc.integer({ min: 0, max: 9 })) }),
)
const choice = (values: string[]) =>
  fc.option(fc.record({ kind: fc.constantFrom('only' as const, 'except' as const), values: fc.subarray(values) }))
const filters: fc.Arbitrary<HotelFilters> = fc.record({
  stars: choice(['1', '3', '5', 'unknown']),
  boards: choice(['breakfast', 'room_only']),
  chains: fc.constant(null),
  price: range,
  distance: range,
  freeCancellation: fc.boolean(),
})

describe('hotel filters', () => {
  it('pass exactly the hotels that match every filter', () => {
    fc.assert(
      fc.property(hotels, filters, (offers, wanted) => {
        const all = groupHotels(offers, inEuros)
        const passed = narrowHotels(all, wanted).rows.map(({ key }) => key)
        const expected = all
          .filter(({ offer: { hotel, price } }) => {
            const distance = hotel.distance_km ?? Number.POSITIVE_INFINITY
            return (
              mayOccur(wanted.stars, String(hotel.stars ?? 'unknown')) &&
              mayOccur(wanted.boards, hotel.board ?? 'unknown') &&
              isInside(wanted.price, price.amount) &&
              isInside(wanted.distance, distance) &&
              (!wanted.freeCancellation || hotel.cancellation?.kind === 'free')
            )
          })
          .map(({ key }) => key)
        expect(passed).toEqual(expected)
      }),
    )
  })

  it('give each option the number of results that remain if its filter allows only that option', () => {
    fc.assert(
      fc.property(hotels, filters, (offers, wanted) => {
        const all = groupHotels(offers, inEuros)
        const { choices } = narrowHotels(all, wanted).facets()
        for (const name of ['stars', 'boards'] as const)
          for (const { value, count } of choices[name]) {
            const alone = narrowHotels(all, { ...wanted, [name]: { kind: 'only', values: [value] } })
            expect(alone.rows).toHaveLength(count)
          }
      }),
    )
  })
})

describe('hotels of a list', () => {
  const at = (id: string, amount: number, change: Partial<HotelResult> = {}) =>
    offerOf(makeHotel({ id, hotel_id: id, price: { amount, currency: 'EUR' }, ...change }))

  it('appear once per building, at its lowest price, whatever the order of the answers', () => {
    const offers = [at('a', 300, { property_id: 'p' }), at('b', 200, { property_id: 'p' }), at('c', 400)]
    const grouped = groupHotels(offers, inEuros)
    expect(grouped.map(({ offer }) => offer.price.amount).toSorted()).toEqual([200, 400])
    expect(groupHotels(offers.toReversed(), inEuros)).toEqual(grouped)
  })

  it('are filtered by their comparable total; a price that cannot be compared is above every bound', () => {
    const charge = { kind: 'tax' as const, included: false, price: { amount: 11, currency: 'USD' } }
    const rates = { date: '2026-11-20', base: 'EUR', rates: { USD: 1.1 }, data: 'live' as const }
    const offers = [
      at('a', 95),
      at('b', 95, { unpriced_charges: [charge] }),
      at('c', 1, { price: { amount: 1, currency: 'AWG' } }),
    ]
    const all = groupHotels(offers, { ...inEuros, rates })
    const { rows, facets } = narrowHotels(all, { ...noHotelFilters, price: { from: null, to: 100 } })
    expect(rows.map(({ offer }) => offer.hotel.id)).toEqual(['a'])
    expect(narrowHotels(all, noHotelFilters).rows).toHaveLength(3)
    expect(facets().ranges.price.toSorted()).toEqual([105, 95])
    expect(facets().choices.stars).toMatchObject([{ count: 1, lowest: 95 }])
    const dearest = narrowHotels(all, { ...noHotelFilters, price: { from: 100, to: 200 } })
    expect(dearest.facets().choices.stars).toMatchObject([{ count: 1, lowest: 105, mark: 'about' }])
    const foreign = groupHotels(offers, { ...inEuros, rates: null }).filter(({ compared }) => compared.isMore)
    expect(narrowHotels(foreign, noHotelFilters).facets().choices.stars).toMatchObject([{ lowest: 95, mark: 'more' }])
  })

  it('are free to cancel only until the deadline', () => {
    const cancellation = { kind: 'free' as const, until: '2026-11-20T13:00:00+01:00', penalties: [] }
    const [before] = groupHotels([at('a', 1, { cancellation })], { ...inEuros, nowMs: now - 1 })
    const [after] = groupHotels([at('a', 1, { cancellation })], inEuros)
    expect([before?.free?.time, after?.free]).toEqual(['13:00', undefined])
    expect(narrowHotels(after ? [after] : [], { ...noHotelFilters, freeCancellation: true }).rows).toEqual([])
  })
})
