import fc from 'fast-check'
import { createLoader } from 'nuqs'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { type FlightFilterContext, flightFilterWords } from '../model/flights/filter-words.ts'
import { narrowFlights } from '../model/flights/filters.ts'
import { flightFacts } from '../model/flights/flight-facts.ts'
import { flightWords } from '../model/flights/flight-words.ts'
import { groupFlights } from '../model/flights/itinerary.ts'
import { ams, aua, makeLeg, makeOffer } from '../model/flights/testing-flights.ts'
import { type HotelFilterContext, hotelFilterWords } from '../model/hotels/filter-words.ts'
import { narrowHotels } from '../model/hotels/filters.ts'
import { hotelFacts } from '../model/hotels/hotel-facts.ts'
import { describeFilter } from '../model/results/filter-sentences.ts'
import { flightList, withTickets } from './flights/flight-list-query.ts'
import { hotelList } from './hotels/hotel-list-query.ts'
import { hasFilters, leftOutOf, withKept, withListed } from './list-query.ts'

/** Returns the key and the values of a message instead of a text in some language. */
const t = (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')

it.each([
  ['flights', flightList.names, 'sort=price&max_minutes=720&out_departure=06:00-22:00&checked_bag=1&airlines=-UA'],
  [
    'hotels',
    hotelList.names,
    'sort=distance&with_stars=4,5&with_board=-room_only&max_km=2&free=1&pay_later=1&conditions=1&price=-900',
  ],
])('carries the sort order and filters of %s over to another search', (_kind, names, listed) => {
  const query = new URLSearchParams(withListed('date=2027-02-14&currency=EUR', `date=2027-02-13&${listed}`, names))
  expect(Object.fromEntries(query)).toEqual({
    ...Object.fromEntries(new URLSearchParams(listed)),
    date: '2027-02-14',
    currency: 'EUR',
  })
})

it('does not carry over the open row, the chosen outbound or parameters outside the list', () => {
  expect(withListed('adults=2', 'row=abc&out=abc&minutes=5&utm_source=x&constructor=1', flightList.names)).toBe(
    'adults=2',
  )
})

it('counts only filters that the list applies', () => {
  const isFiltered = (listed: string) => hasFilters(listed, flightList)
  for (const listed of ['', 'sort=price&row=a.b', 'stops=abc', 'stops=', 'utm_source=x&origin=AMS'])
    expect(isFiltered(listed), listed).toBe(false)
  for (const listed of ['stops=0', 'max_minutes=600', 'checked_bag=1']) expect(isFiltered(listed), listed).toBe(true)
})

describe('a search from the results page', () => {
  const trip = 'origin=AMS&destination=AUA&date=2027-02-13'
  const kept = (query: string, current: string) =>
    Object.fromEntries(new URLSearchParams(withKept(query, current, flightList)))

  it('keeps sort order and filters if only its currency changes, but no price limit', () => {
    const listed = 'sort=price&stops=-1&price=-900&row=abc'
    expect(kept(`${trip}&currency=EUR`, `?${trip}&${listed}`)).toMatchObject({
      currency: 'EUR',
      sort: 'price',
      stops: '-1',
    })
    expect(kept(`${trip}&currency=EUR`, `?${trip}&${listed}`)).not.toHaveProperty('price')
    expect(kept(`${trip}&currency=EUR`, `?${trip}&${listed}`)).not.toHaveProperty('row')
  })

  it('keeps the price limit too if it is the same search, whatever the order of its parameters', () => {
    expect(kept(trip, '?price=-900&date=2027-02-13&destination=AUA&origin=AMS')).toHaveProperty('price', '-900')
  })

  it('starts without sort order and filters if the search differs', () => {
    for (const other of ['origin=AMS&destination=AUA&date=2027-02-14', `${trip}&adults=2`])
      expect(withKept(other, `?${trip}&sort=price&stops=-1`, flightList)).toBe(other)
  })
})

const flightsLeftOut = (query: string) => leftOutOf(new URLSearchParams(query), flightList)
const staysLeftOut = (query: string) => leftOutOf(new URLSearchParams(query), hotelList)

describe('the unusable parameters of a link', () => {
  it.each([
    'sort=foo',
    'stops=abc',
    'stops=0,abc',
    'stops=3',
    'airlines=<script>',
    'alliances=sky',
    'nights=day',
    'price=xx',
    'price=1-2-3',
    'max_minutes=-5',
    'out_departure=99',
    'back_arrival=25:00-',
    'checked_bag=yes',
  ])('to flights contain %s', (query) => {
    expect(flightsLeftOut(`date=2027-02-13&utm_source=x&${query}`)).toEqual([query])
  })

  it.each([
    'sort=duration',
    'with_stars=6',
    'with_stars=four',
    'with_board=dinner',
    'chains=a b',
    'price=-',
    'max_km=near',
    'free=true',
  ])('to hotels contain %s', (query) => {
    expect(staysLeftOut(`place=PAR&${query}`)).toEqual([query])
  })

  it('do not contain valid values without matches, empty values or unknown names', () => {
    expect(flightsLeftOut('airlines=ZZ&via=QQQ&price=900-100&max_minutes=0&stops=&depart=99&row=gone')).toEqual([])
    expect(staysLeftOut('chains=ZZ&price=900-100&max_km=0&with_stars=unknown&free=&stars=9')).toEqual([])
  })

  it('contain the further values of a repeated name, whose first value is used', () => {
    expect(flightsLeftOut('stops=0&stops=1&stops=1&sort=price')).toEqual(['stops=1'])
  })
})

describe('any text as the value of any parameter', () => {
  const nearlyValid = fc.stringMatching(/^-?([A-Z]{2}|[0-9]{1,4}|[a-z_]{1,9})?([-,:][0-9A-Za-z]{0,5}){0,3}$/)
  const inherited = fc.constantFrom('constructor', '-toString', '__proto__', 'only', 'none', '-none', '24:00-24:00')
  const text = fc.oneof(fc.string({ unit: anyCharacter }), nearlyValid, inherited)
  const words = /undefined|NaN|null|Infinity|function|\[object|Invalid/
  const itineraries = groupFlights([
    makeOffer('a', { price: { amount: 5, currency: 'USD' }, legs: [makeLeg('2027-02-13', [ams, aua], [[600, 1200]])] }),
  ])

  it('is a flight filter with a description, or is reported as unusable', () => {
    const load = createLoader(flightList.parsers, { urlKeys: flightList.urlKeys })
    const context: FlightFilterContext = {
      words: flightWords(t, t, 'en-US'),
      results: t,
      currency: 'USD',
      slices: [{ origin: 'AMS', destination: 'AUA' }],
      isMulti: false,
      placeNames: {},
      facts: flightFacts(itineraries),
    }
    const filterNames = flightList.names.filter((name) => !['sort', 'row', 'view', 'out'].includes(name))
    fc.assert(
      fc.property(fc.constantFrom(...filterNames), text, (name, value) => {
        const query = new URLSearchParams([[name, value]])
        const { sort, row, ...filters } = withTickets(load(query), { airlineOnly: false, separateTickets: false })
        expect([sort, row]).toEqual(['best', null])
        const { rows, facets } = narrowFlights(itineraries, filters)
        // Separate tickets are left out without a filter in the URL.
        const active = facets()
          .without.map((one) => one.name)
          .filter((one) => one !== 'separateTickets')
        // The decoding of a URL replaces lone surrogates.
        const given = query.get(name)
        // Switching a usual filter off, and admitting separate tickets, hides nothing.
        const isSwitch =
          name === 'airline_only' ? given === '0' : name === 'separate_tickets' && /^[01]$/.test(given ?? '')
        const isUsable = active.length > 0 || given === '' || isSwitch
        expect(flightsLeftOut(query.toString())).toEqual(isUsable ? [] : [`${name}=${given}`])
        for (const one of active) {
          const described = describeFilter(one, filters, flightFilterWords(context), t)
          expect(described.trim()).not.toBe('')
          expect(described).not.toMatch(words)
        }
        expect(rows.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  it('is a hotel filter with a description, or is reported as unusable', () => {
    const context: HotelFilterContext = {
      locale: 'en-US',
      currency: 'USD',
      t,
      results: t,
      placeNames: {},
      facts: hotelFacts([], 'USD', false),
    }
    const load = createLoader(hotelList.parsers, { urlKeys: hotelList.urlKeys })
    const filterNames = hotelList.names.filter((name) => name !== 'sort' && name !== 'row')
    fc.assert(
      fc.property(fc.constantFrom(...filterNames), text, (name, value) => {
        const query = new URLSearchParams([[name, value]])
        const { sort, row, ...filters } = load(query)
        expect([sort, row]).toEqual(['best', null])
        const active = narrowHotels([], filters)
          .facets()
          .without.map((one) => one.name)
        const given = query.get(name)
        const isUsed = active.length > 0 || filters.conditions
        expect(staysLeftOut(query.toString())).toEqual(isUsed || given === '' ? [] : [`${name}=${given}`])
        for (const one of active) {
          const described = describeFilter(one, filters, hotelFilterWords(context), t)
          expect(described.trim()).not.toBe('')
          expect(described).not.toMatch(words)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
