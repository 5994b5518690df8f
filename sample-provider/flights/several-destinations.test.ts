import { describe, expect, test } from 'vitest'
import { addDays, parseDurationMinutes } from '#lib/travel/offset-time.ts'
import { readBody } from './read-body.ts'
import { generate, instantsOf, now, places, segmentsOf } from './testing/sample-search.ts'

const trip = (id: string, from: string, to: string, date: string, changes: object = {}) => ({
  id,
  originLocationCode: from,
  destinationLocationCode: to,
  departureDateTimeRange: { date },
  ...changes,
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
  return generate(read.search, now).data
}

describe('offers for several destinations', () => {
  test('visit them in order, each after the one before', () => {
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

  test('may leave from elsewhere than the last one arrived', () => {
    const offers = ask([trip('1', 'LHR', 'JFK', '2027-01-13'), trip('2', 'BOS', 'LHR', '2027-01-20')])
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries } of offers) expect(itineraries[1]?.segments[0]?.departure.iataCode).toBe('BOS')
  })

  test('leave within the window of hours, on any day of a range, each day at least once when asked', () => {
    const range = { date: '2027-01-13', dateWindow: 'I3D', time: '12:00:00', timeWindow: '4H' }
    const wanted = [trip('1', 'LHR', 'JFK', '2027-01-13', { departureDateTimeRange: range })]
    const offers = ask(wanted, { maxFlightOffers: 20, oneFlightOfferPerDay: true })
    const days = offers.map(({ itineraries }) => itineraries[0]?.segments[0]?.departure.at ?? '')
    for (const at of days) expect(at.slice(11) >= '08:00' && at.slice(11) <= '16:00:00').toBe(true)
    const all = Array.from({ length: 7 }, (_, day) => addDays('2027-01-10', day))
    expect(new Set(days.map((at) => at.slice(0, 10)))).toEqual(new Set(all))
  })

  test('are in the cabins that the restrictions say, direction by direction', () => {
    const cabinRestrictions = [{ cabin: 'BUSINESS', coverage: 'ALL_SEGMENTS', originDestinationIds: ['1'] }]
    const offers = ask([trip('1', 'LHR', 'SIN', '2027-01-13'), trip('2', 'SIN', 'LHR', '2027-01-20')], {
      flightFilters: { cabinRestrictions },
    })
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries, travelerPricings } of offers) {
      const out = itineraries[0]?.segments.length ?? 0
      const cabins = travelerPricings[0]?.fareDetailsBySegment.map(({ cabin }) => cabin) ?? []
      for (const cabin of cabins.slice(0, out)) expect(['BUSINESS', 'FIRST']).toContain(cabin)
      expect(new Set(cabins.slice(out))).toEqual(new Set(['ECONOMY']))
    }
  })

  test('keep to carriers, connections, flight time and conditions', () => {
    const wanted = [trip('1', 'SEA', 'NRT', '2027-01-13')]
    const most = (searchCriteria: object) => ask(wanted, searchCriteria)
    const ana = most({ flightFilters: { carrierRestrictions: { includedCarrierCodes: ['NH'] } } })
    expect(new Set(segmentsOf(ana).map(({ carrierCode }) => carrierCode))).toEqual(new Set(['NH']))
    const direct = most({ flightFilters: { connectionRestriction: { maxNumberOfConnections: 0 } } })
    expect(new Set(direct.map(({ itineraries }) => itineraries[0]?.segments.length))).toEqual(new Set([1]))
    const minutes = most({ flightFilters: { maxFlightTime: 130 } }).map(
      ({ itineraries }) => parseDurationMinutes(itineraries[0]?.duration ?? '') ?? Number.NaN,
    )
    expect(Math.max(...minutes)).toBeLessThanOrEqual(Math.min(...minutes) * 1.3)
    const free = most({ pricingOptions: { includedCheckedBagsOnly: true, refundableFare: true } })
    expect(free.length).toBeGreaterThan(0)
    for (const { pricingOptions } of free)
      expect(pricingOptions).toMatchObject({ includedCheckedBagsOnly: true, refundableFare: true })
    for (const { pricingOptions } of most({ pricingOptions: { noPenaltyFare: true } }))
      expect(pricingOptions.noPenaltyFare).toBe(true)
  })

  test('change where they are told to, and not where they may not', () => {
    const changes = (wanted: object) =>
      ask([trip('1', 'SEA', 'BKK', '2027-01-13', wanted)]).map(({ itineraries }) =>
        itineraries.flatMap(({ segments }) => segments.slice(1).map(({ departure }) => departure.iataCode)),
      )
    const [over, around] = [
      changes({ includedConnectionPoints: ['ICN'] }),
      changes({ excludedConnectionPoints: ['ICN'] }),
    ]
    expect(over.length).toBeGreaterThan(0)
    expect(over.filter((codes) => !codes.includes('ICN'))).toEqual([])
    expect(around.length).toBeGreaterThan(0)
    expect(around.flat()).not.toContain('ICN')
  })

  test('price every kind of traveler, and one more bag when asked', () => {
    const kinds = ['ADULT', 'SENIOR', 'STUDENT', 'CHILD', 'SEATED_INFANT', 'HELD_INFANT']
    const travelers = kinds.map((travelerType) => ({
      id: travelerType,
      travelerType,
      ...(travelerType === 'HELD_INFANT' ? { associatedAdultId: 'ADULT' } : {}),
    }))
    const bags = { additionalInformation: { chargeableCheckedBags: true } }
    const [offer] = ask([trip('1', 'LHR', 'SIN', '2027-02-10')], bags, travelers)
    const totals = offer?.travelerPricings.map(({ price }) => Number(price.total)) ?? []
    expect(offer?.travelerPricings.map(({ travelerId }) => travelerId)).toEqual(kinds)
    expect(totals[0]).toBeGreaterThan(totals[3] ?? 0)
    expect(totals[3]).toBeGreaterThan(totals[5] ?? 0)
    expect(offer?.price.additionalServices).toMatchObject([{ type: 'CHECKED_BAGS' }])
  })

  test('arrive on the day and in the hours asked for', () => {
    const arrivalDateTimeRange = { date: '2027-01-14', time: '10:00', timeWindow: '3H' }
    const offers = ask([trip('1', 'JFK', 'LHR', '2027-01-13', { arrivalDateTimeRange })])
    expect(offers.length).toBeGreaterThan(0)
    for (const { itineraries } of offers) {
      const arrival = itineraries[0]?.segments.at(-1)?.arrival
      expect(arrival?.at.slice(0, 10)).toBe('2027-01-14')
      if (arrival)
        expect(Math.min(...instantsOf(arrival)) / 60).toBeGreaterThanOrEqual(Date.UTC(2027, 0, 14, 7) / 3_600_000)
    }
  })
})
