import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { firstByMeasures, sortByMeasures } from '../results/sort-by-measures.ts'
import { type BagWish, fareDue } from './fare-due.ts'
import { narrowFlights, noFlightFilters } from './filters.ts'
import { flightFacts } from './flight-facts.ts'
import { groupFlights } from './itinerary.ts'
import { flightOrder, flightSorts } from './sort.ts'
import { makeFlight, makeOffer } from './testing-flights.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const oneBag: BagWish = { cabin: 0, checked: 1, travelers: 1 }
const due = (change: Partial<FlightResult>, wish = oneBag) =>
  fareDue(makeFlight('1', { price: usd(352), ...change }), wish)

const count = fc.option(fc.nat(3), { nil: undefined })
const someFare = fc.record({
  price: fc.integer({ min: 1, max: 5000 }).map(usd),
  bags: fc.option(
    fc.record({
      cabin: count,
      checked: fc.option(fc.record({ pieces: count, weight_kg: fc.option(fc.nat(60), { nil: undefined }) }), {
        nil: undefined,
      }),
    }),
    { nil: undefined },
  ),
  checked_bag_price: fc.option(fc.record({ amount: fc.nat(300), currency: fc.constantFrom('USD', 'EUR') }), {
    nil: undefined,
  }),
})
const someWish = fc.record({ cabin: fc.nat(2), checked: fc.nat(3), travelers: fc.integer({ min: 1, max: 9 }) })

describe('what is due for a fare with bags', () => {
  it('is never below the bare fare, and has no amount exactly if it is unknown', () => {
    fc.assert(
      fc.property(someFare, someWish, (fare, wish) => {
        const { kind, amount } = due(fare, wish)
        expect(amount).toBeGreaterThanOrEqual(fare.price.amount)
        expect(Number.isFinite(amount)).toBe(kind !== 'unknown')
        expect(kind === 'bare').toBe(wish.cabin === 0 && wish.checked === 0)
      }),
    )
  })

  it('is never lower with more bags', () => {
    fc.assert(
      fc.property(someFare, someWish, fc.nat(2), fc.nat(2), (fare, wish, cabin, checked) => {
        const more = { ...wish, cabin: wish.cabin + cabin, checked: wish.checked + checked }
        expect(due(fare, more).amount).toBeGreaterThanOrEqual(due(fare, wish).amount)
      }),
    )
  })

  it.each<[string, Partial<FlightResult>, BagWish, ReturnType<typeof fareDue>]>([
    ['the fare, if it has the bag', { bags: { checked: { pieces: 1 } } }, oneBag, { kind: 'included', amount: 352 }],
    [
      'the fare, if its weight holds the bag',
      { bags: { checked: { weight_kg: 20 } } },
      oneBag,
      { kind: 'included', amount: 352 },
    ],
    [
      'unknown, if the weight does not hold two bags',
      { bags: { checked: { weight_kg: 30 } } },
      { ...oneBag, checked: 2 },
      { kind: 'unknown', amount: Number.POSITIVE_INFINITY },
    ],
    [
      'unknown, if the provider says nothing of bags',
      {},
      oneBag,
      { kind: 'unknown', amount: Number.POSITIVE_INFINITY },
    ],
    [
      'unknown, if the fare has no bag and the provider gives no price',
      { bags: { checked: { pieces: 0 } } },
      oneBag,
      { kind: 'unknown', amount: Number.POSITIVE_INFINITY },
    ],
    [
      'the fare and a bag for each traveler, if the provider gives its price',
      { bags: { checked: { pieces: 0 } }, checked_bag_price: usd(30) },
      { ...oneBag, travelers: 2 },
      { kind: 'added', amount: 412 },
    ],
    [
      'unknown, if a bag is priced but the included ones are not known',
      { checked_bag_price: usd(30) },
      oneBag,
      { kind: 'unknown', amount: Number.POSITIVE_INFINITY },
    ],
    [
      'unknown, if the bag has another currency than the fare',
      { bags: { checked: { pieces: 0 } }, checked_bag_price: { amount: 30, currency: 'EUR' } },
      oneBag,
      { kind: 'unknown', amount: Number.POSITIVE_INFINITY },
    ],
    [
      'unknown, if the cabin bag is',
      { bags: { checked: { pieces: 1 } } },
      { ...oneBag, cabin: 1 },
      { kind: 'unknown', amount: Number.POSITIVE_INFINITY },
    ],
  ])('is %s', (_, fare, wish, expected) => {
    expect(due(fare, wish)).toEqual(expected)
  })
})

describe('a list with bags', () => {
  const [out, late] = [
    makeFlight('1').legs,
    makeFlight('1').legs.map((leg) => ({
      ...leg,
      segments: leg.segments.map((one) => ({ ...one, flight_number: `9${one.flight_number}` })),
    })),
  ]
  const light = makeOffer('light', { legs: out, price: usd(352), bags: { checked: { pieces: 0 } } })
  const full = makeOffer('full', { legs: out, price: usd(412), bags: { checked: { pieces: 1 } } })
  const unclear = makeOffer('unclear', { legs: late, price: usd(300) })
  const itineraries = groupFlights([light, full, unclear], oneBag)
  const facts = flightFacts(itineraries)
  const { rows, facets } = narrowFlights(itineraries, noFlightFilters)

  it('shows the cheapest fare that has them', () => {
    expect(rows.map(({ offer }) => offer.flight.id).toSorted()).toEqual(['full', 'unclear'])
  })

  it.each(flightSorts)('puts an unknown total after every known one, other things being equal, by %s', (by) => {
    const [first] = sortByMeasures(rows, flightOrder(by, facts.reference))
    expect(first?.offer.flight.id).toBe('full')
  })

  it('takes the lowest price of options, the price slider and Best from known totals', () => {
    expect(facts.reference.lowestPrice).toBe(412)
    expect(facets().choices.stops).toEqual([{ value: '1', count: 2, lowest: 412 }])
    expect(facets().ranges.price).toEqual([412])
  })

  it('hides an unknown total behind a price limit', () => {
    const limited = narrowFlights(itineraries, { ...noFlightFilters, price: { from: null, to: 500 } })
    expect(limited.rows.map(({ offer }) => offer.flight.id)).toEqual(['full'])
  })

  it('says prices without bags as the provider gives them', () => {
    const plain = narrowFlights(groupFlights([light, full, unclear]), noFlightFilters).rows
    expect(firstByMeasures(plain, flightOrder('price', facts.reference))?.offer.due).toEqual({
      kind: 'bare',
      amount: 300,
    })
  })
})
