import { describe, expect, test } from 'vitest'
import { readBody } from './read-body.ts'
import { generate, now, places } from './testing/sample-search.ts'

const trip = (id: string, from: string, to: string, date: string) => ({
  id,
  originLocationCode: from,
  destinationLocationCode: to,
  departureDateTimeRange: { date },
})

function ask(
  originDestinations: object[],
  searchCriteria: object = {},
  travelers: object[] = [{ id: 'a', travelerType: 'ADULT' }],
) {
  const read = readBody(
    { currencyCode: 'USD', originDestinations, travelers, sources: ['GDS'], searchCriteria },
    places,
    now,
  )
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return generate(read.value, now).data
}

describe('offers for several destinations', () => {
  test('visit the destinations in order, each after the previous one', () => {
    const offers = ask([
      trip('1', 'SEA', 'TYO', '2027-01-13'),
      trip('2', 'TYO', 'SIN', '2027-01-18'),
      trip('3', 'SIN', 'SYD', '2027-01-21'),
    ])
    expect(offers.length).toBeGreaterThan(20)
    for (const { itineraries } of offers) {
      expect(itineraries.map(({ segments }) => segments[0]?.departure.at.slice(0, 10))).toEqual([
        '2027-01-13',
        '2027-01-18',
        '2027-01-21',
      ])
      expect(itineraries[1]?.segments.at(-1)?.arrival.iataCode).toBe('SIN')
    }
  })

  test('eastward across the date line may continue on the day before', () => {
    const offers = ask([trip('1', 'SYD', 'HNL', '2027-01-16'), trip('2', 'HNL', 'LAX', '2027-01-15')])
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries } of offers) {
      expect(itineraries[0]?.segments.at(-1)?.arrival.at.slice(0, 10)).toBe('2027-01-15')
    }
  })

  test('exist for up to six destinations', () => {
    const route = ['SEA', 'TYO', 'SIN', 'SYD', 'AKL', 'LAX', 'SEA']
    const trips = route.slice(1).map((to, at) => trip(`${at}`, route[at] ?? '', to, `2027-02-0${at + 1}`))
    const offers = ask(trips)
    expect(offers.length).toBeGreaterThan(20)
    expect(new Set(offers.map(({ itineraries }) => itineraries.length))).toEqual(new Set([6]))
  })

  test('may depart from another airport than the previous arrival', () => {
    const offers = ask([trip('1', 'LHR', 'JFK', '2027-01-13'), trip('2', 'BOS', 'LHR', '2027-01-20')])
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries } of offers) expect(itineraries[1]?.segments[0]?.departure.iataCode).toBe('BOS')
  })

  test('use the cabin to which a direction is restricted, else economy', () => {
    const cabinRestrictions = [{ cabin: 'BUSINESS', coverage: 'MOST_SEGMENTS', originDestinationIds: ['1'] }]
    const offers = ask([trip('1', 'LHR', 'SIN', '2027-01-13'), trip('2', 'SIN', 'LHR', '2027-01-20')], {
      flightFilters: { cabinRestrictions },
    })
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries, travelerPricings } of offers) {
      const out = itineraries[0]?.segments.length ?? 0
      const cabins = travelerPricings[0]?.fareDetailsBySegment.map(({ cabin }) => cabin) ?? []
      expect(cabins.slice(0, out).some((cabin) => cabin === 'BUSINESS' || cabin === 'FIRST')).toBe(true)
      expect(new Set(cabins.slice(out))).toEqual(new Set(['ECONOMY']))
    }
  })

  test('price every traveler type', () => {
    const kinds = ['ADULT', 'CHILD', 'HELD_INFANT']
    const travelers = kinds.map((travelerType) => ({
      id: travelerType,
      travelerType,
      ...(travelerType === 'HELD_INFANT' ? { associatedAdultId: 'ADULT' } : {}),
    }))
    const [offer] = ask([trip('1', 'LHR', 'SIN', '2027-02-10')], {}, travelers)
    const totals = offer?.travelerPricings.map(({ price }) => Number(price.total)) ?? []
    expect(offer?.travelerPricings.map(({ travelerId }) => travelerId)).toEqual(kinds)
    expect(totals[0]).toBeGreaterThan(totals[1] ?? 0)
    expect(totals[1]).toBeGreaterThan(totals[2] ?? 0)
  })
})
