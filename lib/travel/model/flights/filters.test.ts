import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toggleChoice } from '../results/choice.ts'
import { isInside, mayOccur } from '../results/testing-oracle.ts'
import {
  type BagName,
  bagNames,
  countSeparate,
  type FlightChoiceName,
  type FlightFilters,
  type FlightRangeName,
  flightChoiceNames,
  flightRangeNames,
  hasBag,
  narrowFlights,
  noFlightFilters,
} from './filters.ts'
import type { FlightOffer } from './flight-offer.ts'
import { groupFlights, type Itinerary } from './itinerary.ts'
import { ams, aua, ewr, makeLeg, makeOffer } from './testing-flights.ts'
import { someFilters, someOffers } from './testing-market.ts'

const names = [...flightChoiceNames, ...flightRangeNames, ...bagNames]
const activeIn = (filters: FlightFilters) => names.filter((name) => filters[name])

/** The same filters with one of them cleared. */
function withoutFilter(filters: FlightFilters, name: (typeof names)[number]): FlightFilters {
  return { ...filters, [name]: noFlightFilters[name] }
}

const allianceOfCarrier: Readonly<Record<string, string>> = { KL: 'skyteam', UA: 'star', B6: 'other', BA: 'oneworld' }

/** The values of a choice, from the legs in the answer. Nights come from the itinerary; a test below covers them. */
function writtenValues(name: FlightChoiceName, { legs, nights }: Itinerary): string[] {
  const carriers = legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier.code))
  switch (name) {
    case 'stops':
      return [String(Math.min(2, Math.max(...legs.map(({ segments }) => segments.length - 1))))]
    case 'airlines':
      return carriers
    case 'alliances':
      return carriers.map((code) => allianceOfCarrier[code] ?? 'unknown to the test')
    case 'via':
      return legs.flatMap(({ segments }) => segments.slice(1).map(({ departure }) => departure.airport))
    case 'nights':
      return nights
  }
}

const clockMinutes = (time: string) => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))

/** The value of a range, from the legs in the answer. */
function writtenValue(name: FlightRangeName, fare: FlightOffer): number | undefined {
  const { legs, price } = fare.flight
  const [out, back] = legs
  switch (name) {
    case 'price':
      return price.amount
    case 'minutes':
      return Math.max(
        ...legs.map(({ departure, arrival }) => (Date.parse(arrival.time) - Date.parse(departure.time)) / 60_000),
      )
    case 'outDeparture':
      return out && clockMinutes(out.departure.time)
    case 'outArrival':
      return out && clockMinutes(out.arrival.time)
    case 'backDeparture':
      return back && clockMinutes(back.departure.time)
    case 'backArrival':
      return back && clockMinutes(back.arrival.time)
    default: {
      const leg = legs[Number(name.at(-1)) - 1]
      return leg && clockMinutes((name.startsWith('departure') ? leg.departure : leg.arrival).time)
    }
  }
}

/** Whether the provider states that a bag is included: by pieces if given, else by weight. */
function saysBag(name: BagName, { flight: { bags = {} } }: FlightOffer): boolean {
  if (name === 'cabinBag') return bags.cabin !== undefined && bags.cabin >= 1
  const { pieces, weight_kg } = bags.checked ?? {}
  return pieces !== undefined ? pieces >= 1 : weight_kg !== undefined && weight_kg >= 1
}

/** Whether this fare passes the filters, computed slowly from the answer itself. */
function passes(itinerary: Itinerary, fare: FlightOffer, filters: FlightFilters): boolean {
  return (
    flightChoiceNames.every((name) =>
      writtenValues(name, itinerary).every((value) => mayOccur(filters[name], value)),
    ) &&
    flightRangeNames.every((name) => {
      const value = writtenValue(name, fare)
      return value === undefined || isInside(filters[name], value)
    }) &&
    bagNames.every((name) => !filters[name] || saysBag(name, fare))
  )
}

describe('narrowing a list', () => {
  it('keeps the itineraries and fares that pass every filter, cheapest first', () => {
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

  it('gives each option its number of results and their lowest price, while all other filters apply', () => {
    fc.assert(
      fc.property(someOffers, someFilters, fc.constantFrom(...flightChoiceNames), (offers, filters, name) => {
        const itineraries = groupFlights(offers)
        const { facets } = narrowFlights(itineraries, filters)
        const { rows } = narrowFlights(itineraries, withoutFilter(filters, name))
        for (const { value, count, lowest } of facets().choices[name]) {
          const having = rows.filter(({ itinerary }) => writtenValues(name, itinerary).includes(value))
          expect(count).toBe(having.length)
          const prices = having.map(({ offer }) => offer.flight.price.amount)
          expect(lowest).toBe(prices.length === 0 ? null : Math.min(...prices))
        }
        const listed = facets()
          .choices[name].map(({ value }) => value)
          .toSorted()
        expect(listed).toEqual([...new Set(itineraries.flatMap((one) => writtenValues(name, one)))].toSorted())
      }),
    )
  })

  it('counts the results that include each bag, while all other filters apply', () => {
    fc.assert(
      fc.property(someOffers, someFilters, fc.constantFrom(...bagNames), (offers, filters, name) => {
        const itineraries = groupFlights(offers)
        const asked = narrowFlights(itineraries, { ...filters, [name]: true }).rows
        expect(narrowFlights(itineraries, filters).facets().flags[name].count).toBe(asked.length)
      }),
    )
  })

  it('counts, for each active filter, the results of the list without that filter', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        const itineraries = groupFlights(offers)
        const { facets } = narrowFlights(itineraries, filters)
        const counted = facets().without.map(({ name, tally }) => [name, tally.count])
        const countOf = (cleared: FlightFilters) => narrowFlights(itineraries, cleared).rows.length
        const separate = countSeparate(itineraries, filters) > 0
        expect(counted).toEqual([
          ...activeIn(filters).map((name) => [name, countOf(withoutFilter(filters, name))]),
          ...(separate ? [['separateTickets', countOf({ ...filters, separateTickets: true })]] : []),
        ])
      }),
    )
  })

  it('does not depend on the input order', () => {
    fc.assert(
      fc.property(someOffers, someFilters, (offers, filters) => {
        const listOf = (all: typeof offers) => {
          const { rows, facets } = narrowFlights(groupFlights(all), filters)
          return { rows, facets: facets() }
        }
        expect(listOf(offers.toReversed())).toEqual(listOf(offers))
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
    if (!itinerary) throw new Error('There is no itinerary')
    return itinerary
  }

  it('have the local times of each airport', () => {
    // 08:20 at Newark is 14:20 in Amsterdam; Aruba is an hour ahead of Newark.
    expect(only(makeOffer('1', { legs: [leg(600, 60)] })).times).toEqual([{ departure: 600, arrival: 1120 }])
  })

  it.each([
    ['by day', leg(600, 60), []],
    ['waiting through the night', leg(900, 900), ['wait']],
    ['flying through the night', makeLeg('2027-02-13', [ams, aua], [[1320, 1920]]), ['flight']],
    ['a night by the clock of the arrival airport', makeLeg('2027-02-13', [ewr, ams], [[1140, 1560]]), ['flight']],
    ['landing after midnight', makeLeg('2027-02-13', [ams, aua], [[1300, 1500]]), []],
  ])('include the night of a flight or wait: %s', (_, made, nights) => {
    expect(only(makeOffer('1', { legs: [made] })).nights).toEqual(nights)
  })

  it('include the alliance of one carrier, and "other" for a carrier without an alliance', () => {
    const made = leg(600, 60)
    const [first, second] = made.segments
    if (!first || !second) throw new Error('There are not two segments')
    const segments = [first, { ...second, carrier: { code: 'B6', name: 'jetBlue' } }]
    const itinerary = only(makeOffer('1', { legs: [{ ...made, segments }] }))
    expect([itinerary.airlines, itinerary.alliances, itinerary.via]).toEqual([['UA', 'B6'], ['star', 'other'], ['EWR']])
  })

  it('include both airports of a connection that changes airports, so that excluding either one excludes the trip', () => {
    const made = leg(600, 60)
    const [first, second] = made.segments
    if (!first || !second) throw new Error('There are not two segments')
    const segments = [first, { ...second, departure: { ...second.departure, airport: 'JFK' } }]
    const itinerary = only(makeOffer('1', { legs: [{ ...made, segments }] }))
    expect(itinerary.via).toEqual(['EWR', 'JFK'])
    for (const airport of itinerary.via) {
      const filters = { ...noFlightFilters, via: { kind: 'except' as const, values: [airport] } }
      expect(narrowFlights([itinerary], filters).rows).toEqual([])
    }
  })

  it('belong to one itinerary for all fares with the same flights, even from two sources', () => {
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
  ])('state for bags %j whether a checked bag is included: %s', (bags, included) => {
    expect(hasBag('checkedBag', makeOffer('1', { bags }))).toBe(included)
  })
})

describe('switching a value', () => {
  const all = ['a', 'b', 'c']

  it('excludes the value if all values are allowed; switching it again allows all values', () => {
    const without = toggleChoice(null, 'b', all)
    expect(without).toEqual({ kind: 'except', values: ['b'] })
    expect(toggleChoice(without, 'b', all)).toBeNull()
  })

  it('allows only that value if no value is allowed; allowing the last value clears the filter', () => {
    const one = toggleChoice({ kind: 'only', values: [] }, 'c', all)
    expect(one).toEqual({ kind: 'only', values: ['c'] })
    expect(['b', 'a'].reduce((choice, value) => toggleChoice(choice, value, all), one)).toBeNull()
  })

  it('changes only that value', () => {
    const choices = fc.option(
      fc.record({ kind: fc.constantFrom('only' as const, 'except' as const), values: fc.subarray(all) }),
    )
    fc.assert(
      fc.property(choices, fc.constantFrom(...all), (choice, value) => {
        const next = toggleChoice(choice, value, all)
        for (const one of all) expect(mayOccur(next, one)).toBe(mayOccur(choice, one) !== (one === value))
      }),
    )
  })
})
