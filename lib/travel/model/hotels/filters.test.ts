import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { isInside, mayOccur } from '../results/testing-oracle.ts'
import { type HotelFilters, narrowHotels, noHotelFilters } from './filters.ts'
import { hotelFacts } from './hotel-facts.ts'
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

const rates = fc.array(
  fc.record({
    amount: fc.integer({ min: 1, max: 9 }),
    board: fc.option(fc.constantFrom('breakfast' as const, 'room_only' as const), { nil: undefined }),
    audience: fc.option(fc.constantFrom('public' as const, 'negotiated' as const, 'conditional' as const), {
      nil: undefined,
    }),
    pays: fc.option(fc.constantFrom('guarantee' as const, 'prepay' as const), { nil: undefined }),
    freeUntil: fc.option(fc.constantFrom('2027-03-01', '2027-03-05'), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Hotels with several rates each. */
const hotels = fc
  .array(
    fc.record({
      stars: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      distance_km: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
      rates,
    }),
    { maxLength: 15 },
  )
  .map((list) =>
    list.flatMap(({ stars, distance_km, rates }, at) =>
      rates.map(({ amount, board, audience, pays, freeUntil }, number) =>
        offerOf(
          makeHotel({
            ...(stars !== undefined && { stars }),
            ...(distance_km !== undefined && { distance_km }),
            ...(board && { board }),
            ...(audience && { rate: { audience } }),
            ...(pays && { payment: { kind: pays, terms: [] } }),
            ...(freeUntil && {
              cancellation: { kind: 'free' as const, until: `${freeUntil}T18:00:00+01:00`, penalties: [] },
            }),
            id: `${at}.${number}`,
            hotel_id: `HOTEL${at}`,
            price: { amount, currency: 'EUR' },
          }),
        ),
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
  freeDays: range,
  freeCancellation: fc.boolean(),
  payLater: fc.boolean(),
  conditions: fc.boolean(),
  name: fc.constantFrom(
    null,
    { kind: 'only' as const, values: ['TEST hotel'] },
    { kind: 'only' as const, values: ['inn'] },
  ),
})

/** The days of free cancellation before the check-in on 12 March. */
const daysOf = ({ hotel: { cancellation } }: HotelOffer) =>
  cancellation?.kind === 'free' ? 12 - Number(cancellation.until.slice(8, 10)) : Number.POSITIVE_INFINITY

describe('hotel filters', () => {
  const passes = (wanted: HotelFilters, offer: HotelOffer) =>
    isInside(wanted.freeDays, daysOf(offer)) && fits(wanted, offer)
  const fits = (wanted: HotelFilters, { hotel, price }: HotelOffer) =>
    mayOccur(wanted.stars, String(hotel.stars ?? 'unknown')) &&
    mayOccur(wanted.boards, hotel.board ?? 'unknown') &&
    isInside(wanted.price, price.amount) &&
    isInside(wanted.distance, hotel.distance_km ?? Number.POSITIVE_INFINITY) &&
    wanted.name?.values[0] !== 'inn' &&
    (!wanted.freeCancellation || hotel.cancellation?.kind === 'free') &&
    (!wanted.payLater || hotel.payment?.kind === 'guarantee') &&
    (wanted.conditions || (hotel.rate?.audience ?? 'public') === 'public')

  it('pass exactly the hotels with a rate that matches every filter, at the cheapest price of those rates', () => {
    fc.assert(
      fc.property(hotels, filters, (offers, wanted) => {
        const { rows } = narrowHotels(groupHotels(offers, inEuros), wanted)
        for (const { offer } of rows) expect(passes(wanted, offer)).toBe(true)
        const passing = offers.filter((offer) => passes(wanted, offer))
        const expected = [...Map.groupBy(passing, ({ hotel }) => hotel.hotel_id)].map(([id, all]) => {
          return `${id} ${Math.min(...all.map(({ price }) => price.amount))}`
        })
        expect(rows.map(({ offer }) => `${offer.hotel.hotel_id} ${offer.price.amount}`).toSorted()).toEqual(
          expected.toSorted(),
        )
      }),
    )
  })

  it('say what the switch for conditional rates brings in, and never count those rates for other options before', () => {
    fc.assert(
      fc.property(hotels, filters, (offers, given) => {
        const all = groupHotels(offers, inEuros)
        const wanted = { ...given, conditions: false }
        const { flags, choices, without } = narrowHotels(all, wanted).facets()
        const open = offers.filter(({ hotel }) => (hotel.rate?.audience ?? 'public') === 'public')
        const narrowed = narrowHotels(groupHotels(open, inEuros), wanted).facets()
        expect(flags.freeCancellation).toEqual(narrowed.flags.freeCancellation)
        const counted = (list: typeof choices.boards) => list.filter(({ count }) => count > 0)
        expect(counted(choices.boards)).toEqual(counted(narrowed.choices.boards))
        const added = offers.filter((offer) => !open.includes(offer) && passes({ ...wanted, conditions: true }, offer))
        expect(flags.conditions.count).toBe(new Set(added.map(({ hotel }) => hotel.hotel_id)).size)
        const rows = narrowHotels(all, { ...wanted, conditions: true }).rows.length
        expect(without.find(({ name }) => name === 'conditions')?.tally.count ?? rows).toBe(rows)
      }),
    )
  })

  it('refundable until a day finds the rate that can be cancelled free of charge until then, with its price', () => {
    const rate = (amount: number, day: string) =>
      offerOf(
        makeHotel({
          id: day,
          price: { amount, currency: 'EUR' },
          cancellation: { kind: 'free', until: `${day}T18:00:00+01:00`, penalties: [] },
        }),
      )
    const strict = offerOf(makeHotel({ id: 'strict', price: { amount: 90, currency: 'EUR' } }))
    const all = groupHotels([strict, rate(100, '2027-03-01'), rate(120, '2027-03-10')], inEuros)
    const until = (freeDays: number | null) =>
      narrowHotels(all, { ...noHotelFilters, freeDays: freeDays === null ? null : { from: null, to: freeDays } })
    expect(until(null).rows.map(({ offer }) => offer.price.amount)).toEqual([90])
    expect(until(30).rows.map(({ offer }) => offer.price.amount)).toEqual([100])
    expect(until(5).rows.map(({ offer }) => offer.price.amount)).toEqual([120])
    expect(until(1).rows).toEqual([])
    expect(until(1).facets().without).toMatchObject([{ name: 'freeDays', tally: { count: 1, lowest: 90 } }])
    expect(hotelFacts(all, 'EUR', false).freeDays).toEqual({ min: 2, max: 11, step: 1 })
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
    expect(grouped.map(({ rates: [{ offer }] }) => offer.price.amount).toSorted()).toEqual([200, 400])
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
    const [unknown, more] = [{ ...charge }, { kind: 'tax' as const, included: false }].map((one) =>
      groupHotels([at('b', 95, { unpriced_charges: [one] })], { ...inEuros, rates: null }),
    )
    expect(narrowHotels(unknown ?? [], noHotelFilters).facets().choices.stars).toMatchObject([{ lowest: null }])
    expect(narrowHotels(more ?? [], noHotelFilters).facets().choices.stars).toMatchObject([
      { lowest: 95, mark: 'more' },
    ])
  })

  it('are free to cancel only until the deadline', () => {
    const cancellation = { kind: 'free' as const, until: '2026-11-20T13:00:00+01:00', penalties: [] }
    const [before] = groupHotels([at('a', 1, { cancellation })], { ...inEuros, nowMs: now - 1 })
    const [after] = groupHotels([at('a', 1, { cancellation })], inEuros)
    expect([before?.rates[0].free?.time, after?.rates[0].free]).toEqual(['13:00', undefined])
    expect(narrowHotels(after ? [after] : [], { ...noHotelFilters, freeCancellation: true }).rows).toEqual([])
  })
})
