import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortByMeasures } from '../results/sort-by-measures.ts'
import { bestReference } from './best.ts'
import { narrowFlights, noFlightFilters } from './filters.ts'
import { groupFlights, itineraryKey, outboundKey } from './itinerary.ts'
import { chosenOutbound, groupByOutbound } from './round-trips.ts'
import { flightOrder, flightSorts } from './sort.ts'
import { ams, aua, ewr, makeLeg, makeOffer } from './testing-flights.ts'
import { someFilters, someOffers } from './testing-market.ts'

const someBags = fc.record({ cabin: fc.nat(1), checked: fc.nat(1), travelers: fc.integer({ min: 1, max: 3 }) })

const out = (departure: number) => makeLeg('2027-02-13', [ams, aua], [[departure, departure + 600]])
const back = (departure: number) => makeLeg('2027-02-21', [aua, ams], [[departure, departure + 600]])
const viaNewarkBack = makeLeg(
  '2027-02-21',
  [aua, ewr, ams],
  [
    [300, 600],
    [700, 1100],
  ],
)
const usd = (amount: number) => ({ price: { amount, currency: 'USD' } })

const morning = makeOffer('morning', { ...usd(300), legs: [out(500), back(600)] })
const late = makeOffer('late', { ...usd(250), legs: [out(500), back(900)] })
const slow = makeOffer('slow', { ...usd(280), legs: [out(500), viaNewarkBack] })
const other = makeOffer('other', { ...usd(260), legs: [out(700), back(600)] })

const rowsOf = (...offers: (typeof morning)[]) => narrowFlights(groupFlights(offers), noFlightFilters).rows

describe('round trips by outbound flights', () => {
  it('have one group for the permutations of an outbound, with its lowest total and its nonstop returns', () => {
    const groups = groupByOutbound(rowsOf(morning, late, slow, other))
    const shown = groups.map(({ lowest, trips, nonstopReturns }) => [
      lowest.offer.flight.id,
      trips.length,
      nonstopReturns,
    ])
    expect(shown.toSorted()).toEqual([
      ['late', 3, 2],
      ['other', 1, 1],
    ])
  })

  it('hold every round trip in exactly one group, start at the lowest total of the group, and lead to every offer', () => {
    fc.assert(
      fc.property(someOffers, someFilters, someBags, fc.constantFrom(...flightSorts), (offers, filters, bags, by) => {
        const itineraries = groupFlights(offers, bags)
        const { rows } = narrowFlights(itineraries, filters)
        const sorted = sortByMeasures(rows, flightOrder(by, bestReference(itineraries), 0))
        const groups = groupByOutbound(sorted)
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
        expect(groups.flatMap(({ trips }) => trips.map(({ itinerary }) => itinerary.key)).toSorted()).toEqual(
          rows.map(({ itinerary }) => itinerary.key).toSorted(),
        )
        for (const { key, lowest, trips } of groups) {
          expect(lowest.offer.due.amount).toBe(Math.min(...trips.map(({ offer }) => offer.due.amount)))
          // The second step shows the round trips of the chosen outbound flights, from all offers.
          const chosen = narrowFlights(
            itineraries.filter(({ outbound }) => outbound === key),
            filters,
          )
          const reached = chosen.rows.flatMap(({ fares }) => fares.map((fare) => fare.key))
          expect(reached.toSorted()).toEqual(trips.flatMap(({ fares }) => fares.map((fare) => fare.key)).toSorted())
        }
      }),
    )
  })

  it('count an outbound once beside each option of a filter', () => {
    const itineraries = groupFlights([morning, late, slow, other])
    const { facets } = narrowFlights(itineraries, noFlightFilters, ({ outbound }) => outbound)
    const { stops } = facets().choices
    expect(stops).toEqual([
      { value: '0', count: 2, lowest: 250 },
      { value: '1', count: 1, lowest: 280 },
    ])
  })

  it('are ordered by the time of the outbound alone in the first step, and of the return alone in the second', () => {
    const idsBy = (direction: number) => {
      const rows = rowsOf(morning, late, other)
      const reference = bestReference(rows.map(({ itinerary }) => itinerary))
      return sortByMeasures(rows, flightOrder('departure', reference, direction)).map(({ offer }) => offer.flight.id)
    }
    expect(idsBy(0)).toEqual(['late', 'morning', 'other'])
    expect(idsBy(1)).toEqual(['other', 'morning', 'late'])
  })
})

describe('the outbound that a URL chooses', () => {
  const [key, row] = [outboundKey(morning.flight.legs), itineraryKey(late.flight.legs)]

  it.each([
    ['the named one', { out: key, row: null }, key],
    ['the one of the open row, in a link without an outbound', { out: null, row }, key],
    [
      'the named one, whatever the open row',
      { out: outboundKey(other.flight.legs), row },
      outboundKey(other.flight.legs),
    ],
    ['none without both', { out: null, row: null }, null],
    ['none if the list does not have it', { out: 'gone', row }, null],
  ])('is %s', (_, asked, chosen) => {
    expect(chosenOutbound([morning, late, other], asked)).toBe(chosen)
  })
})
