import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBody } from './read-body.ts'
import { now, places } from './testing/sample-search.ts'

const trip = (id: string, from: string, to: string, date: string, changes: object = {}) => ({
  id,
  originLocationCode: from,
  destinationLocationCode: to,
  departureDateTimeRange: { date },
  ...changes,
})
const valid = {
  originDestinations: [trip('1', 'SEA', 'NRT', '2027-01-05'), trip('2', 'NRT', 'SIN', '2027-01-12')],
  travelers: [{ id: '1', travelerType: 'ADULT' }],
  sources: ['GDS'],
}
const read = (changes: object = {}) => readBody({ ...valid, ...changes }, places, now)
const filters = (flightFilters: object) => ({ searchCriteria: { flightFilters } })
const first = (changes: object) => ({ originDestinations: [trip('1', 'SEA', 'NRT', '2027-01-05', changes)] })
const range = (departureDateTimeRange: object) => first({ departureDateTimeRange })
const adults = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), travelerType: 'ADULT' }))

describe('a search for several destinations', () => {
  test('is accepted with the documented defaults', () => {
    expect(read()).toEqual({
      ok: true,
      search: {
        bounds: [
          { id: '1', origins: ['SEA'], destinations: ['NRT'], dates: ['2027-01-05'] },
          { id: '2', origins: ['NRT'], destinations: ['SIN'], dates: ['2027-01-12'] },
        ],
        travelers: [{ id: '1', type: 'ADULT' }],
        includedAirlines: undefined,
        excludedAirlines: undefined,
        mostChanges: 2,
        nonStop: false,
        currency: 'EUR',
        maxPrice: undefined,
        max: 250,
        conditions: { includedCheckedBagsOnly: false, refundableFare: false, noPenaltyFare: false },
        oneOfferPerDay: false,
        chargeableBags: false,
      },
    })
  })

  test('reads windows of days and hours', () => {
    const window = range({ date: '2027-01-05', dateWindow: 'I2D', time: '10:30:00', timeWindow: '6H' })
    expect(read(window)).toMatchObject({
      search: {
        bounds: [
          {
            dates: ['2027-01-03', '2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07'],
            departure: { from: 270, until: 990 },
          },
        ],
      },
    })
    expect(read(range({ date: '2027-01-05', dateWindow: 'P1D' }))).toMatchObject({
      search: { bounds: [{ dates: ['2027-01-05', '2027-01-06'] }] },
    })
    expect(read(range({ date: '2027-01-05', dateWindow: 'M1D' }))).toMatchObject({
      search: { bounds: [{ dates: ['2027-01-04', '2027-01-05'] }] },
    })
  })

  test('reads other places around and beside the one that it names', () => {
    const around = { originRadius: 250, alternativeDestinationsCodes: ['HND'], excludedConnectionPoints: ['LAX'] }
    const result = read(first(around))
    expect(result).toMatchObject({
      search: { bounds: [{ destinations: ['NRT', 'HND'], excludedChanges: new Set(['LAX']) }] },
    })
    expect(result.ok && result.search.bounds[0]?.origins).toContain('PDX')
    expect(result.ok && result.search.bounds[0]?.origins).not.toContain('YVR')
  })

  test('wants a cabin of the directions that it names, on all segments unless it says otherwise', () => {
    const result = read(
      filters({
        cabinRestrictions: [{ cabin: 'BUSINESS', originDestinationIds: ['1'] }],
        carrierRestrictions: { excludedCarrierCodes: ['AA'] },
        connectionRestriction: { maxNumberOfConnections: 1, technicalStopsAllowed: false },
      }),
    )
    expect(result).toMatchObject({
      search: {
        bounds: [{ cabin: { cabin: 'BUSINESS', coverage: 'ALL_SEGMENTS' } }, { id: '2' }],
        excludedAirlines: new Set(['AA']),
        mostChanges: 1,
        nonStop: true,
      },
    })
    expect(result.ok && result.search.bounds[1]?.cabin).toBeUndefined()
  })

  test.each([
    ['no destinations', { originDestinations: undefined }, 32171, '/originDestinations'],
    ['an empty list of destinations', { originDestinations: [] }, 32171, '/originDestinations'],
    [
      'seven destinations',
      { originDestinations: Array(7).fill(trip('1', 'SEA', 'NRT', '2027-01-05')) },
      10661,
      '/originDestinations',
    ],
    ['no travelers', { travelers: undefined }, 32171, '/travelers'],
    ['ten adults', { travelers: adults(10) }, 10661, '/travelers'],
    ['nineteen travelers', { travelers: adults(19) }, 10661, '/travelers'],
    ['two travelers of one id', { travelers: [...adults(1), ...adults(1)] }, 4926, '/travelers/1/id'],
    ['an unknown traveler', { travelers: [{ id: '1', travelerType: 'PILOT' }] }, 477, '/travelers/0/travelerType'],
    [
      'an infant on nobody’s lap',
      { travelers: [...adults(1), { id: '2', travelerType: 'HELD_INFANT' }] },
      32171,
      '/travelers/1/associatedAdultId',
    ],
    [
      'an infant on an unknown lap',
      { travelers: [...adults(1), { id: '2', travelerType: 'HELD_INFANT', associatedAdultId: '3' }] },
      4926,
      '/travelers/1/associatedAdultId',
    ],
    [
      'two infants on one lap',
      {
        travelers: [
          ...adults(1),
          { id: '2', travelerType: 'HELD_INFANT', associatedAdultId: '1' },
          { id: '3', travelerType: 'HELD_INFANT', associatedAdultId: '1' },
        ],
      },
      2668,
      '/travelers/2/associatedAdultId',
    ],
    ['no sources', { sources: undefined }, 32171, '/sources'],
    ['an unknown source', { sources: ['LTC'] }, 477, '/sources/0'],
    ['an unknown currency', { currencyCode: 'ZZZ' }, 4926, '/currencyCode'],
    ['a lower case place', first({ originLocationCode: 'sea' }), 477, '/originDestinations/0/originLocationCode'],
    ['the same places', first({ destinationLocationCode: 'SEA' }), 2668, '/originDestinations/0'],
    ['no date', first({ departureDateTimeRange: undefined }), 32171, '/originDestinations/0/departureDateTimeRange'],
    ['a past date', range({ date: '2026-11-19' }), 4926, '/originDestinations/0/departureDateTimeRange/date'],
    ['a date that is none', range({ date: '2027-02-30' }), 425, '/originDestinations/0/departureDateTimeRange/date'],
    ['a date of another format', range({ date: 'soon' }), 477, '/originDestinations/0/departureDateTimeRange/date'],
    ['a date too far ahead', range({ date: '2027-11-22' }), 425, '/originDestinations/0/departureDateTimeRange/date'],
    [
      'dates out of order',
      { originDestinations: [trip('1', 'SEA', 'NRT', '2027-01-05'), trip('2', 'NRT', 'SEA', '2027-01-04')] },
      2668,
      '/originDestinations/1/departureDateTimeRange/date',
    ],
    [
      'a radius with a window',
      first({ originRadius: 100, departureDateTimeRange: { date: '2027-01-05', dateWindow: 'I1D' } }),
      2668,
      '/originDestinations/0',
    ],
    ['too wide a radius', first({ originRadius: 301 }), 4926, '/originDestinations/0/originRadius'],
    [
      'a window without a time',
      range({ date: '2027-01-05', timeWindow: '2H' }),
      32171,
      '/originDestinations/0/departureDateTimeRange/time',
    ],
    ['too many offers', { searchCriteria: { maxFlightOffers: 251 } }, 4926, '/searchCriteria/maxFlightOffers'],
    [
      'carriers both included and excluded',
      filters({ carrierRestrictions: { includedCarrierCodes: ['NH'], excludedCarrierCodes: ['JL'] } }),
      2668,
      '/searchCriteria/flightFilters/carrierRestrictions',
    ],
    [
      'a cabin of a direction that is none',
      filters({ cabinRestrictions: [{ cabin: 'FIRST', originDestinationIds: ['9'] }] }),
      4926,
      '/searchCriteria/flightFilters/cabinRestrictions/0/originDestinationIds',
    ],
    [
      'an unknown coverage',
      filters({ cabinRestrictions: [{ cabin: 'FIRST', coverage: 'SOME' }] }),
      477,
      '/searchCriteria/flightFilters/cabinRestrictions/0/coverage',
    ],
  ])('with %s is refused', (_, changes, code, pointer) => {
    expect(read(changes)).toMatchObject({ ok: false, issues: [{ status: 400, code, source: { pointer } }] })
  })

  test('between places that nobody has is not supported', () => {
    expect(read(first({ originLocationCode: 'XXZ' }))).toMatchObject({
      ok: false,
      issues: [{ status: 500, code: 141 }],
    })
  })

  test.each([null, 7, 'text', [], { originDestinations: 'SEA' }])('that is %j is refused, not thrown at', (body) => {
    expect(readBody(body, places, now)).toMatchObject({ ok: false })
  })
})

const reference = process.env.TRAVEL_REFERENCE_DATA
test.runIf(reference !== undefined)('takes the documented requests', () => {
  for (const name of ['flight-offers.post.request.json', 'guide-requests/search-for-best-flight-offers-60.json']) {
    const body: unknown = JSON.parse(readFileSync(join(reference ?? '', 'amadeus', 'examples', name), 'utf8'))
    expect(readBody(body, places, Date.UTC(2022, 6, 1))).toMatchObject({
      ok: true,
      search: { max: 2, currency: 'USD' },
    })
  }
})
