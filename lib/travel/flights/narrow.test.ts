import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allows, isWithin, toggleChoice } from '../results/choice.ts'
import {
  activeFlightFilters,
  type FlightFilterName,
  type FlightFilters,
  flightChoiceNames,
  flightRangeNames,
  hasBag,
  noFlightFilters,
  rangeValue,
  valuesOf,
} from './filters.ts'
import type { FlightOffer } from './flight-offer.ts'
import { groupFlights, type Itinerary } from './itinerary.ts'
import { narrowFlights } from './narrow.ts'
import { ams, aua, ewr, makeLeg, makeOffer } from './testing-flights.ts'
import { someFilters, someOffers } from './testing-market.ts'

/** The same filters without one. */
function withoutFilter(filters: FlightFilters, name: FlightFilterName): FlightFilters {
  return { ...filters, [name]: noFlightFilters[name] }
}

/** The same question asked slowly: does this fare of this itinerary pass? */
function passes(itinerary: Itinerary, fare: FlightOffer, filters: FlightFilters): boolean {
  return (
    flightChoiceNames.every((name) => valuesOf(name, itinerary).every((value) => allows(filters[name], value))) &&
    flightRangeNames.every((name) => {
      const value = name === 'price' ? fare.flight.price.amount : rangeValue(name, itinerary)
      return value === undefined || isWithin(filters[name], value)
    }) &&
    (!filters.checkedBag || hasBag('checkedBag', fare)) &&
    (!filters.cabinBag || hasBag('cabinBag', fare))
  )
}

const keysOf = (rows: { itinerary: Itinerary }[]) => rows.map(({ itinerary }) => itinerary.key).toSorted()

describe('narrowing a list', () => {
  it('keeps what passes every filter, with the fares that do, cheapest first', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        const itineraries = groupFlights(offers)
        const { rows } = narrowFlights(itineraries, filters)
        const expected = itineraries.flatMap((itinerary) => {
          const fares = itinerary.fares.filter((fare) => passes(itinerary, fare, filters))
          return fares[0] ? [{ itinerary, offer: fares[0], fares }] : []
        })
        expect(rows).toEqual(expected)
      }),
    )
  })

  it('an option counts what it would give while all other filters hold, with the lowest price', () => {
    fc.assert(
      fc.property(someOffers, someFilters, fc.constantFrom(...flightChoiceNames), (offers, filters, name) => {
        const itineraries = groupFlights(offers)
        const { facets } = narrowFlights(itineraries, filters)
        const { rows } = narrowFlights(itineraries, withoutFilter(filters, name))
        for (const { value, count, lowest } of facets.choices[name]) {
          const having = rows.filter(({ itinerary }) => valuesOf(name, itinerary).includes(value))
          expect(count).toBe(having.length)
          const prices = having.map(({ offer }) => offer.flight.price.amount)
          expect(lowest).toBe(prices.length === 0 ? null : Math.min(...prices))
        }
        const listed = facets.choices[name].map(({ value }) => value).toSorted()
        expect(listed).toEqual([...new Set(itineraries.flatMap((one) => valuesOf(name, one)))].toSorted())
      }),
    )
  })

  it('a bag counts what asking for it would give, beside the other bag', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        const itineraries = groupFlights(offers)
        const asked = narrowFlights(itineraries, { ...filters, checkedBag: true }).rows
        expect(narrowFlights(itineraries, filters).facets.flags.checkedBag.count).toBe(asked.length)
      }),
    )
  })

  it('says of each active filter what removing it brings back', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        const itineraries = groupFlights(offers)
        const { facets } = narrowFlights(itineraries, filters)
        expect(Object.keys(facets.without).toSorted()).toEqual(activeFlightFilters(filters).toSorted())
        for (const name of activeFlightFilters(filters)) {
          expect(facets.without[name]?.count).toBe(narrowFlights(itineraries, withoutFilter(filters, name)).rows.length)
        }
      }),
    )
  })

  it('does not depend on the order in which offers came', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        expect(narrowFlights(groupFlights(offers.toReversed()), filters)).toEqual(
          narrowFlights(groupFlights(offers), filters),
        )
      }),
    )
  })

  it('is undone by clearing each filter', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        const cleared = activeFlightFilters(filters).reduce(withoutFilter, filters)
        expect(cleared).toEqual(noFlightFilters)
        const itineraries = groupFlights(offers)
        expect(keysOf(narrowFlights(itineraries, cleared).rows)).toEqual(itineraries.map(({ key }) => key).toSorted())
      }),
    )
  })
})

describe('the values of a flight', () => {
  const leg = (departure: number, wait: number) =>
    makeLeg(
      '2027-02-13',
      [ams, ewr, aua],
      [
        [departure, departure + 500],
        [departure + 500 + wait, departure + 760 + wait],
      ],
    )
  const only = (offer: FlightOffer) => {
    const [itinerary] = groupFlights([offer])
    if (!itinerary) throw new Error('there is one')
    return itinerary
  }

  it('times are local to each airport', () => {
    // 08:20 at Newark is 14:20 in Amsterdam; Aruba is an hour ahead of Newark.
    expect(only(makeOffer('1', { legs: [leg(600, 60)] })).times).toEqual([{ departure: 600, arrival: 1120 }])
  })

  it.each([
    ['by day', leg(600, 60), []],
    ['waiting through the night', leg(900, 900), ['wait']],
    ['flying through the night', makeLeg('2027-02-13', [ams, aua], [[1320, 1920]]), ['flight']],
    ['a night by the clock of the arrival', makeLeg('2027-02-13', [ewr, ams], [[1140, 1560]]), ['flight']],
    ['landing after midnight', makeLeg('2027-02-13', [ams, aua], [[1300, 1500]]), []],
  ])('%s', (_, made, nights) => {
    expect(only(makeOffer('1', { legs: [made] })).nights).toEqual(nights)
  })

  it('one carrier of an alliance and one of none have both', () => {
    const made = leg(600, 60)
    const [first, second] = made.segments
    if (!first || !second) throw new Error('there are two')
    const segments = [first, { ...second, carrier: { code: 'B6', name: 'jetBlue' } }]
    const itinerary = only(makeOffer('1', { legs: [{ ...made, segments }] }))
    expect([itinerary.airlines, itinerary.alliances, itinerary.via]).toEqual([['UA', 'B6'], ['star', 'other'], ['EWR']])
  })

  it('the same flights are one row with all its fares, also when two sources sell them', () => {
    const [one, other] = [
      makeOffer('1', { price: { amount: 9, currency: 'USD' } }),
      makeOffer('2', {}, { source: 't' }),
    ]
    const itineraries = groupFlights([other, one])
    expect(itineraries.map(({ fares }) => fares.map(({ flight }) => flight.id))).toEqual([['1', '2']])
    expect(itineraries[0]?.key).toMatch(/^[0-9a-z]{6,11}$/)
  })

  it.each([
    [{ checked: { pieces: 1 } }, true],
    [{ checked: { pieces: 0, weight_kg: 23 } }, false],
    [{ checked: { weight_kg: 20 } }, true],
    [{ cabin: 1 }, false],
    [{}, false],
  ])('bags %j include a checked bag: %s', (bags, included) => {
    expect(hasBag('checkedBag', makeOffer('1', { bags }))).toBe(included)
  })
})

describe('switching a value', () => {
  const all = ['a', 'b', 'c']

  it('from all, refuses it; and back again', () => {
    const without = toggleChoice(null, 'b', all)
    expect(without).toEqual({ kind: 'except', values: ['b'] })
    expect(toggleChoice(without, 'b', all)).toBeNull()
  })

  it('from none, allows only it; allowing the last is no filter any more', () => {
    const one = toggleChoice({ kind: 'only', values: [] }, 'c', all)
    expect(one).toEqual({ kind: 'only', values: ['c'] })
    expect(['b', 'a'].reduce((choice, value) => toggleChoice(choice, value, all), one)).toBeNull()
  })

  it('changes whether that value is allowed, and no other', () => {
    const choices = fc.option(
      fc.record({ kind: fc.constantFrom('only' as const, 'except' as const), values: fc.subarray(all) }),
    )
    fc.assert(
      fc.property(choices, fc.constantFrom(...all), (choice, value) => {
        const next = toggleChoice(choice, value, all)
        for (const one of all) expect(allows(next, one)).toBe(allows(choice, one) !== (one === value))
      }),
    )
  })
})
