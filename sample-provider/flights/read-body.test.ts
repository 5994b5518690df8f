import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
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
const onDate = (date: string) => first({ departureDateTimeRange: { date } })
const adults = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), travelerType: 'ADULT' }))
const infant = (id: string, associatedAdultId?: string) => ({ id, travelerType: 'HELD_INFANT', associatedAdultId })

describe('a search for several destinations', () => {
  test('fills in the documented defaults', () => {
    expect(read()).toEqual({
      ok: true,
      value: {
        bounds: [
          { origins: ['SEA'], destinations: ['NRT'], date: '2027-01-05' },
          { origins: ['NRT'], destinations: ['SIN'], date: '2027-01-12' },
        ],
        travelers: [{ id: '1', type: 'ADULT' }],
        nonStop: false,
        currency: 'EUR',
        max: 250,
      },
    })
  })

  test('is accepted with every documented field; fields without effect are ignored', () => {
    const asked = {
      currencyCode: 'CHF',
      originDestinations: [
        trip('out', 'SEA', 'NRT', '2027-01-05', { departureDateTimeRange: { date: '2027-01-05', time: '08:30:00' } }),
        trip('back', 'NRT', 'SEA', '2027-01-12', { alternativeOriginsCodes: ['HND'] }),
      ],
      travelers: [
        { id: 'a', travelerType: 'ADULT', fareOptions: ['STANDARD'] },
        { id: 'b', travelerType: 'HELD_INFANT', associatedAdultId: 'a' },
      ],
      searchCriteria: {
        maxFlightOffers: 7,
        addOneWayOffers: false,
        additionalInformation: { chargeableCheckedBags: true, brandedFares: true },
        flightFilters: {
          crossBorderAllowed: true,
          cabinRestrictions: [{ cabin: 'BUSINESS', coverage: 'MOST_SEGMENTS', originDestinationIds: ['back'] }],
          carrierRestrictions: { excludedCarrierCodes: ['ZZ'] },
          connectionRestriction: { maxNumberOfConnections: 0, airportChangeAllowed: true },
        },
      },
    }
    expect(read(asked)).toEqual({
      ok: true,
      value: {
        bounds: [
          { origins: ['SEA'], destinations: ['NRT'], date: '2027-01-05' },
          { origins: ['NRT'], destinations: ['SEA'], date: '2027-01-12', cabin: 'BUSINESS' },
        ],
        travelers: [
          { id: 'a', type: 'ADULT' },
          { id: 'b', type: 'HELD_INFANT', adultId: 'a' },
        ],
        nonStop: true,
        currency: 'CHF',
        max: 7,
      },
    })
  })

  test('applies a cabin restriction to the named directions, and reads at most 0 connections as nonstop only', () => {
    const business = { cabin: 'BUSINESS', coverage: 'MOST_SEGMENTS' }
    const cabinsOf = (restriction: object) => {
      const result = read(filters({ cabinRestrictions: [restriction] }))
      return result.ok ? result.value.bounds.map(({ cabin }) => cabin) : result.issues
    }
    expect(cabinsOf(business)).toEqual(['BUSINESS', 'BUSINESS'])
    expect(cabinsOf({ ...business, originDestinationIds: ['1'] })).toEqual(['BUSINESS', undefined])
    expect(read(filters({ connectionRestriction: { maxNumberOfConnections: 0 } }))).toMatchObject({
      value: { nonStop: true },
    })
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
    ['an unknown traveler type', { travelers: [{ id: '1', travelerType: 'PILOT' }] }, 477, '/travelers/0/travelerType'],
    ['an infant without an adult', { travelers: [...adults(1), infant('2')] }, 32171, '/travelers/1/associatedAdultId'],
    [
      'an infant with an unknown adult',
      { travelers: [...adults(1), infant('2', '3')] },
      4926,
      '/travelers/1/associatedAdultId',
    ],
    [
      'two infants with one adult',
      { travelers: [...adults(1), infant('2', '1'), infant('3', '1')] },
      4926,
      '/travelers/2/associatedAdultId',
    ],
    ['no sources', { sources: undefined }, 32171, '/sources'],
    ['an unknown source', { sources: ['LTC'] }, 477, '/sources/0'],
    ['an unknown currency', { currencyCode: 'ZZZ' }, 4926, '/currencyCode'],
    ['a lower-case place', first({ originLocationCode: 'sea' }), 477, '/originDestinations/0/originLocationCode'],
    ['equal origin and destination', first({ destinationLocationCode: 'SEA' }), 2668, '/originDestinations/0'],
    ['no date', first({ departureDateTimeRange: undefined }), 32171, '/originDestinations/0/departureDateTimeRange'],
    ['a past date', onDate('2026-11-19'), 4926, '/originDestinations/0/departureDateTimeRange/date'],
    ['a nonexistent date', onDate('2027-02-30'), 425, '/originDestinations/0/departureDateTimeRange/date'],
    ['a date in another format', onDate('soon'), 477, '/originDestinations/0/departureDateTimeRange/date'],
    ['a date too far ahead', onDate('2027-11-22'), 425, '/originDestinations/0/departureDateTimeRange/date'],
    [
      'dates in the wrong order',
      { originDestinations: [trip('1', 'SEA', 'NRT', '2027-01-05'), trip('2', 'NRT', 'SEA', '2027-01-03')] },
      2668,
      '/originDestinations/1/departureDateTimeRange/date',
    ],
    ['too many offers', { searchCriteria: { maxFlightOffers: 251 } }, 4926, '/searchCriteria/maxFlightOffers'],
    [
      'an unsupported coverage',
      filters({ cabinRestrictions: [{ cabin: 'FIRST', coverage: 'ALL_SEGMENTS' }] }),
      477,
      '/searchCriteria/flightFilters/cabinRestrictions/0/coverage',
    ],
  ])('is refused with %s', (_, changes, code, pointer) => {
    expect(read(changes)).toMatchObject({ ok: false, issues: [{ status: 400, code, source: { pointer } }] })
  })

  test('fails with error 141 between unknown places', () => {
    expect(read(first({ originLocationCode: 'XXZ' }))).toMatchObject({
      ok: false,
      issues: [{ status: 500, code: 141 }],
    })
  })

  test.each([null, 7, 'text', [], { originDestinations: 'SEA' }])(
    'is refused without an exception if it is %j',
    (body) => {
      expect(readBody(body, places, now)).toMatchObject({ ok: false })
    },
  )
})

test('accepts the documented requests', needs.referenceData, () => {
  for (const name of ['flight-offers.post.request.json', 'guide-requests/search-for-best-flight-offers-60.json']) {
    const body: unknown = JSON.parse(readFileSync(join(referenceData ?? '', 'amadeus', 'examples', name), 'utf8'))
    expect(readBody(body, places, Date.UTC(2022, 6, 1))).toMatchObject({
      ok: true,
      value: { max: 2, currency: 'USD' },
    })
  }
})
