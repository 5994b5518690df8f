import { describe, expect, test } from 'vitest'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { readQuery } from './read-query.ts'

const places = createPlaces()
const now = Date.UTC(2026, 10, 20, 12)
const valid = {
  originLocationCode: 'SEA',
  destinationLocationCode: 'NRT',
  departureDate: '2027-01-05',
  adults: '1',
}

function check(changes: Record<string, string | undefined>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...valid, ...changes })) if (value !== undefined) query.set(name, value)
  return readQuery(query, places, now)
}

describe('a search', () => {
  test('accepts the four mandatory parameters and fills in the documented defaults', () => {
    expect(check({})).toEqual({
      ok: true,
      value: {
        bounds: [{ origins: ['SEA'], destinations: ['NRT'], date: '2027-01-05', cabin: undefined }],
        travelers: [{ id: '1', type: 'ADULT' }],
        nonStop: false,
        currency: 'EUR',
        max: 250,
      },
    })
  })

  test('expands an area to its airports', () => {
    const result = check({ originLocationCode: 'NYC', destinationLocationCode: 'TYO' })
    expect(result).toMatchObject({
      ok: true,
      value: { bounds: [{ origins: ['JFK', 'EWR', 'LGA'], destinations: ['HND', 'NRT'] }] },
    })
  })

  test('accepts every parameter of the flight skill', () => {
    const all = {
      returnDate: '2027-01-05',
      adults: '5',
      children: '4',
      infants: '5',
      travelClass: 'PREMIUM_ECONOMY',
      nonStop: 'true',
      currencyCode: 'JPY',
      max: '300',
    }
    const result = check(all)
    expect(result).toMatchObject({ ok: true, value: { max: 250, currency: 'JPY', nonStop: true } })
    const search = result.ok ? result.value : undefined
    const cabin = 'PREMIUM_ECONOMY'
    expect(search?.bounds).toMatchObject([
      { origins: ['SEA'], destinations: ['NRT'], date: '2027-01-05', cabin },
      { origins: ['NRT'], destinations: ['SEA'], date: '2027-01-05', cabin },
    ])
    expect(search?.travelers.map(({ type }) => type)).toEqual([
      ...Array<string>(5).fill('ADULT'),
      ...Array<string>(4).fill('CHILD'),
      ...Array<string>(5).fill('HELD_INFANT'),
    ])
    expect(search?.travelers.slice(9).map(({ adultId }) => adultId)).toEqual(['1', '2', '3', '4', '5'])
  })

  test.each([
    ['no origin', { originLocationCode: undefined }, 32171, 'originLocationCode'],
    ['no destination', { destinationLocationCode: undefined }, 32171, 'destinationLocationCode'],
    ['no date', { departureDate: undefined }, 32171, 'departureDate'],
    ['no adults', { adults: undefined }, 32171, 'adults'],
    ['a lower-case origin', { originLocationCode: 'sea' }, 477, 'originLocationCode'],
    ['a long destination', { destinationLocationCode: 'TOKYO' }, 477, 'destinationLocationCode'],
    ['a date in another format', { departureDate: '05/01/2027' }, 477, 'departureDate'],
    ['a return date in another format', { returnDate: 'soon' }, 477, 'returnDate'],
    ['a nonexistent date', { departureDate: '2027-02-30' }, 425, 'departureDate'],
    ['a past date', { departureDate: '2026-11-19' }, 4926, 'departureDate/returnDate'],
    ['a past return date', { returnDate: '2026-11-18' }, 4926, 'departureDate/returnDate'],
    ['a date more than a year ahead', { departureDate: '2027-11-21' }, 425, 'departureDate'],
    ['a return before the departure', { returnDate: '2027-01-03' }, 2668, 'departureDate/returnDate'],
    ['zero adults', { adults: '0' }, 4926, 'adults'],
    ['ten adults', { adults: '10' }, 4926, 'adults'],
    ['half an adult', { adults: '1.5' }, 477, 'adults'],
    ['ten children', { children: '10' }, 4926, 'children'],
    ['a negative number of infants', { infants: '-1' }, 4926, 'infants'],
    ['ten seats', { adults: '5', children: '5' }, 10661, 'adults/children'],
    ['more infants than adults', { adults: '1', infants: '2' }, 2668, 'infants'],
    ['an unknown class', { travelClass: 'economy' }, 477, 'travelClass'],
    ['a nonStop other than true or false', { nonStop: 'yes' }, 477, 'nonStop'],
    ['a malformed currency', { currencyCode: 'euro' }, 477, 'currencyCode'],
    ['an unknown currency', { currencyCode: 'ZZZ' }, 4926, 'currencyCode'],
    ['an unsupported parameter', { maxPrice: '500' }, 477, 'maxPrice'],
    ['no offers', { max: '0' }, 4926, 'max'],
    [
      'the same origin and destination',
      { destinationLocationCode: 'SEA' },
      2668,
      'originLocationCode/destinationLocationCode',
    ],
  ])('is refused with %s', (_, changes, code, parameter) => {
    const result = check(changes)
    expect(result).toMatchObject({ ok: false, issues: [{ status: 400, code, source: { parameter } }] })
  })

  test('may return on the day before the departure, as in a day trip eastward across the date line', () => {
    expect(check({ returnDate: '2027-01-04' })).toMatchObject({ ok: true })
    expect(check({ departureDate: '2026-11-20', returnDate: '2026-11-19' })).toMatchObject({ ok: true })
  })

  test('fails with error 141 if a location is unknown', () => {
    expect(check({ destinationLocationCode: 'XXX' })).toMatchObject({ ok: false, issues: [{ status: 500, code: 141 }] })
  })

  test('reports all format errors at once', () => {
    const result = check({ originLocationCode: 'x', adults: 'two', nonStop: '1' })
    expect(result.ok ? [] : result.issues.map(({ source }) => source?.parameter)).toEqual([
      'originLocationCode',
      'nonStop',
      'adults',
    ])
  })

  test('is refused with a repeated parameter', () => {
    const query = new URLSearchParams({ ...valid })
    query.append('adults', '2')
    expect(readQuery(query, places, now)).toMatchObject({ ok: false, issues: [{ code: 10661 }] })
  })

  test('may depart from today at the origin until a year later', () => {
    const lateEvening = Date.UTC(2026, 10, 21, 2)
    const leaves = (departureDate: string) =>
      readQuery(new URLSearchParams({ ...valid, departureDate }), places, lateEvening).ok
    expect(leaves('2026-11-20')).toBe(true)
    expect(leaves('2026-11-19')).toBe(false)
    expect(leaves('2027-11-20')).toBe(true)
    expect(leaves('2027-11-21')).toBe(false)
  })
})
