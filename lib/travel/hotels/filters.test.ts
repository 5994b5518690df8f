import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { allows, isWithin } from '../results/choice.ts'
import { type HotelFilters, narrowHotels, noHotelFilters } from './filters.ts'
import { groupHotels } from './hotel-item.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { makeHotel } from './testing-hotels.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
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
  it('let exactly those through that pass each of them', () => {
    fc.assert(
      fc.property(hotels, filters, (offers, wanted) => {
        const all = groupHotels(offers, now)
        const passed = narrowHotels(all, wanted).rows.map(({ key }) => key)
        const expected = all
          .filter(({ offer: { hotel, price }, free }) => {
            const distance = hotel.distance_km ?? Number.POSITIVE_INFINITY
            return (
              allows(wanted.stars, String(hotel.stars ?? 'unknown')) &&
              allows(wanted.boards, hotel.board ?? 'unknown') &&
              isWithin(wanted.price, price.amount) &&
              isWithin(wanted.distance, distance) &&
              (!wanted.freeCancellation || free !== undefined)
            )
          })
          .map(({ key }) => key)
        expect(passed).toEqual(expected)
      }),
    )
  })

  it('count for each option what choosing it alone gives', () => {
    fc.assert(
      fc.property(hotels, filters, (offers, wanted) => {
        const all = groupHotels(offers, now)
        for (const { value, count } of narrowHotels(all, wanted).facets.choices.stars) {
          const alone = narrowHotels(all, { ...wanted, stars: { kind: 'only', values: [value] } })
          expect(alone.rows).toHaveLength(count)
        }
      }),
    )
  })
})

describe('hotels of a list', () => {
  const at = (id: string, amount: number, change: Partial<HotelResult> = {}) =>
    offerOf(makeHotel({ id, hotel_id: id, price: { amount, currency: 'EUR' }, ...change }))

  it('stand once for each building, at its lowest price, whatever the order of the answers', () => {
    const offers = [at('a', 300, { property_id: 'p' }), at('b', 200, { property_id: 'p' }), at('c', 400)]
    const grouped = groupHotels(offers, now)
    expect(grouped.map(({ offer }) => offer.price.amount).toSorted()).toEqual([200, 400])
    expect(groupHotels(offers.toReversed(), now)).toEqual(grouped)
  })

  it('are free to cancel only until the last moment for it', () => {
    const cancellation = { kind: 'free' as const, until: '2026-11-20T13:00:00+01:00', penalties: [] }
    const [before] = groupHotels([at('a', 1, { cancellation })], now - 1)
    const [after] = groupHotels([at('a', 1, { cancellation })], now)
    expect([before?.free?.time, after?.free]).toEqual(['13:00', undefined])
    expect(narrowHotels(after ? [after] : [], { ...noHotelFilters, freeCancellation: true }).rows).toEqual([])
  })
})
