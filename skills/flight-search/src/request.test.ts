import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cabins, FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { Ask } from '#runner/sdk/ask.ts'
import { offersRequest, readSearch } from './request.ts'

const valid = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }

function urlOf(params: object, config: { max_results?: number } = {}): string {
  return offersRequest(readSearch(FlightParams.parse({ ...valid, ...params }), config)).url
}
const queryOf = (params: object, config?: { max_results?: number }) =>
  Object.fromEntries(new URL(urlOf(params, config)).searchParams)

describe('the request', () => {
  test('sends only the given fields for one adult, one way', () => {
    expect(urlOf({ return_date: null })).toBe(
      'https://api.amadeus.com/v2/shopping/flight-offers?originLocationCode=SEA&destinationLocationCode=NRT&departureDate=2027-03-15&adults=1&max=50',
    )
  })

  test('sends every field of a search', () => {
    const params = {
      return_date: '2027-03-25',
      passengers: { adults: 2, children: 1, infants: 2 },
      cabin: 'premium_economy',
      non_stop: true,
      currency: 'EUR',
    }
    expect(queryOf(params, { max_results: 20 })).toEqual({
      originLocationCode: 'SEA',
      destinationLocationCode: 'NRT',
      departureDate: '2027-03-15',
      returnDate: '2027-03-25',
      adults: '2',
      children: '1',
      infants: '2',
      travelClass: 'PREMIUM_ECONOMY',
      nonStop: 'true',
      currencyCode: 'EUR',
      max: '20',
    })
  })

  test('accepts a number of adults as passengers', () => {
    expect(queryOf({ passengers: 3 })).toMatchObject({ adults: '3' })
    expect(queryOf({ passengers: { children: 2 } })).toMatchObject({ adults: '1', children: '2' })
  })

  test.each([
    [{}, {}, '50'],
    [{ max_results: 10 }, {}, '10'],
    [{}, { max_results: 20 }, '20'],
    [{ max_results: 10 }, { max_results: 20 }, '10'],
    [{ max_results: 30 }, { max_results: 20 }, '20'],
    [{}, { max_results: 1000 }, '250'],
  ])('with params %j and config %j, requests at most %s offers', (params, config, max) => {
    expect(queryOf(params, config)).toMatchObject({ max })
  })
})

describe('the request of a multi-city trip', () => {
  const flight = (origin: string, destination: string, date: string) => ({ origin, destination, date })
  const openJaw = [flight('SEA', 'NRT', '2027-03-15'), flight('HND', 'SEA', '2027-03-20')]
  const bodyOf = ({ body }: Ask['request']) => JSON.parse(String(body))
  const ask = (params: object) => offersRequest(readSearch(FlightParams.parse(params), {}))

  test('has every field in its body', () => {
    const { url, request } = ask({
      slices: [...openJaw, flight('SEA', 'YVR', '2027-03-25')],
      passengers: { adults: 2, children: 1, infants: 2 },
      cabin: 'business',
      non_stop: true,
      currency: 'EUR',
      max_results: 20,
    })
    expect([request.method, url]).toEqual(['POST', 'https://api.amadeus.com/v2/shopping/flight-offers'])
    expect(request.headers).toMatchObject({ 'x-http-method-override': 'GET' })
    const bound = (id: string, from: string, to: string, date: string) => ({
      id,
      originLocationCode: from,
      destinationLocationCode: to,
      departureDateTimeRange: { date },
    })
    expect(bodyOf(request)).toEqual({
      currencyCode: 'EUR',
      originDestinations: [
        bound('1', 'SEA', 'NRT', '2027-03-15'),
        bound('2', 'HND', 'SEA', '2027-03-20'),
        bound('3', 'SEA', 'YVR', '2027-03-25'),
      ],
      travelers: [
        { id: '1', travelerType: 'ADULT' },
        { id: '2', travelerType: 'ADULT' },
        { id: '3', travelerType: 'CHILD' },
        { id: '4', travelerType: 'HELD_INFANT', associatedAdultId: '1' },
        { id: '5', travelerType: 'HELD_INFANT', associatedAdultId: '2' },
      ],
      sources: ['GDS'],
      searchCriteria: {
        maxFlightOffers: 20,
        flightFilters: {
          cabinRestrictions: [{ cabin: 'BUSINESS', coverage: 'MOST_SEGMENTS', originDestinationIds: ['1', '2', '3'] }],
          connectionRestriction: { maxNumberOfConnections: 0 },
        },
      },
    })
  })

  test('has no filter that the traveler did not set', () => {
    const body = bodyOf(ask({ slices: openJaw }).request)
    expect(body.searchCriteria).toEqual({ maxFlightOffers: 50, flightFilters: {} })
    expect(body).not.toHaveProperty('currencyCode')
  })

  test('requests fewer offers for a trip with many flights', () => {
    const slices = Array.from({ length: 6 }, (_, at) =>
      flight(at % 2 ? 'NRT' : 'SEA', at % 2 ? 'SEA' : 'NRT', '2027-03-15'),
    )
    expect(bodyOf(ask({ slices, max_results: 250 }).request).searchCriteria.maxFlightOffers).toBe(83)
  })
})

test('valid params never change the host or path', () => {
  const prefix = 'https://api.amadeus.com/v2/shopping/flight-offers?'
  const code = fc.stringMatching(/^[A-Z]{3}$/)
  const params = fc.record(
    {
      origin: code,
      destination: code,
      date: fc.constantFrom('2027-03-15', '2027-12-31'),
      return_date: fc.option(fc.constantFrom('2027-12-31', '2028-02-29')),
      passengers: fc.integer({ min: 1, max: 9 }),
      cabin: fc.constantFrom(...cabins),
      currency: code,
    },
    { requiredKeys: ['origin', 'destination', 'date'] },
  )
  fc.assert(
    fc.property(params, (given) => {
      fc.pre(given.origin !== given.destination)
      expect(urlOf(given).startsWith(prefix)).toBe(true)
    }),
  )
})
