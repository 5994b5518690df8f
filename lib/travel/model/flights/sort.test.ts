import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortByMeasures } from '../results/sort-by-measures.ts'
import { bestFlightScore, bestFlightWeights, bestReference } from './best.ts'
import { narrowFlights, noFlightFilters } from './filters.ts'
import type { FlightOffer } from './flight-offer.ts'
import { groupFlights } from './itinerary.ts'
import { type FlightSort, flightOrder, flightSorts } from './sort.ts'
import { ams, aua, ewr, makeLeg, makeOffer } from './testing-flights.ts'
import { someFilters, someOffers } from './testing-market.ts'

const sorted = (offers: readonly FlightOffer[], by: FlightSort, filters = noFlightFilters) => {
  const itineraries = groupFlights(offers)
  return sortByMeasures(narrowFlights(itineraries, filters).rows, flightOrder(by, bestReference(itineraries)))
}
const leg = (departure: number, length: number) => makeLeg('2027-02-13', [ams, aua], [[departure, departure + length]])
const usd = (amount: number) => ({ price: { amount, currency: 'USD' } })

describe('sort orders', () => {
  const cheap = makeOffer('cheap', { ...usd(10), legs: [leg(900, 900)] })
  const fast = makeOffer('fast', { ...usd(30), legs: [leg(700, 300)] })
  const early = makeOffer('early', { ...usd(11), legs: [leg(430, 350)] })

  it.each([
    ['best', ['early', 'cheap', 'fast']],
    ['price', ['cheap', 'early', 'fast']],
    ['duration', ['fast', 'early', 'cheap']],
    ['departure', ['early', 'fast', 'cheap']],
  ] as const)('by %s', (by, order) => {
    expect(sorted([fast, cheap, early], by).map(({ offer }) => offer.flight.id)).toEqual(order)
  })

  it('use the total duration of both directions of a round trip', () => {
    const there = makeOffer('there', { legs: [leg(600, 100), leg(600, 900)] })
    const both = makeOffer('both', { legs: [leg(600, 400), leg(600, 400)] })
    expect(sorted([there, both], 'duration').map(({ offer }) => offer.flight.id)).toEqual(['both', 'there'])
  })

  it('are independent of the input order and do not change their input', () => {
    fc.assert(
      fc.property(
        someOffers,
        someFilters,
        fc.constantFrom(...flightSorts),
        fc.array(fc.nat()),
        (offers, filters, by, keys) => {
          const itineraries = groupFlights(offers)
          const { rows } = narrowFlights(itineraries, filters)
          const shuffled = rows
            .toSorted((a, b) => (keys[rows.indexOf(a)] ?? 0) - (keys[rows.indexOf(b)] ?? 0))
            .toReversed()
          const before = [...shuffled]
          const order = flightOrder(by, bestReference(itineraries))
          expect(sortByMeasures(shuffled, order)).toEqual(sortByMeasures(rows, order))
          expect(shuffled).toEqual(before)
        },
      ),
    )
  })

  it('follow their measure from the first row to the last', () => {
    fc.assert(
      fc.property(someOffers, (offers) => {
        const prices = sorted(offers, 'price').map(({ offer }) => offer.flight.price.amount)
        expect(prices).toEqual(prices.toSorted((a, b) => a - b))
        const minutes = sorted(offers, 'duration').map(({ itinerary }) => itinerary.minutes)
        expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
        const departures = sorted(offers, 'departure').map(({ offer }) =>
          Date.parse(offer.flight.legs[0]?.departure.time ?? ''),
        )
        expect(departures).toEqual(departures.toSorted((a, b) => a - b))
        const reference = bestReference(groupFlights(offers))
        const scores = sorted(offers, 'best').map(({ itinerary, offer }) =>
          bestFlightScore(itinerary, offer.flight.price.amount, reference),
        )
        expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      }),
    )
  })
})

describe('the score of Best', () => {
  it('is 100 for a nonstop by day that is both the cheapest and the fastest', () => {
    const [itinerary] = groupFlights([makeOffer('1', { ...usd(500), legs: [leg(600, 500)] })])
    if (!itinerary) throw new Error('There is no itinerary')
    expect(bestFlightScore(itinerary, 500, bestReference([itinerary]))).toBe(100)
  })

  it('follows its weights', () => {
    const nonstop = makeOffer('1', { ...usd(500), legs: [leg(600, 500)] })
    // Twice the price and time, one stop with 4 hours of waiting, a departure before 7:00.
    const other = makeLeg(
      '2027-02-13',
      [ams, ewr, aua],
      [
        [300, 700],
        [940, 1300],
      ],
    )
    const itineraries = groupFlights([nonstop, makeOffer('2', { ...usd(1000), legs: [other] })])
    const worse = itineraries.find(({ stops }) => stops === '1')
    if (!worse) throw new Error('There is no itinerary')
    expect(bestFlightScore(worse, 1000, bestReference(itineraries))).toBeCloseTo(
      50 / 2 + 30 / 2 + 15 * (1 - 0.25 - 0.2),
    )
  })

  it('is from 0 to 100, and never falls with a lower price', () => {
    expect(Object.values(bestFlightWeights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
    fc.assert(
      fc.property(someOffers, (offers) => {
        const itineraries = groupFlights(offers)
        const reference = bestReference(itineraries)
        for (const itinerary of itineraries) {
          const price = itinerary.fares[0].flight.price.amount
          const score = bestFlightScore(itinerary, price, reference)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100.000001)
          expect(bestFlightScore(itinerary, price * 2, reference)).toBeLessThanOrEqual(score)
        }
      }),
    )
  })
})
