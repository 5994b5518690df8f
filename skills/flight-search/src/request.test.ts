import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { offersUrl, readSearch } from './request.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const valid = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }

function urlOf(params: object, config: { max_results?: number } = {}): string {
  const search = readSearch({ ...valid, ...params }, config, now)
  if (!search.ok) throw new Error(search.detail)
  return offersUrl(search.value)
}
const queryOf = (params: object, config?: { max_results?: number }) =>
  Object.fromEntries(new URL(urlOf(params, config)).searchParams)

describe('the request', () => {
  test('one way for one adult asks for no more than that', () => {
    expect(urlOf({ return_date: null })).toBe(
      'https://api.amadeus.com/v2/shopping/flight-offers?originLocationCode=SEA&destinationLocationCode=NRT&departureDate=2027-03-15&adults=1&max=50',
    )
  })

  test('carries every field of a search', () => {
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

  test('passengers may be the number of adults', () => {
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
  ])('params %j and config %j ask for at most %s offers', (params, config, max) => {
    expect(queryOf(params, config)).toMatchObject({ max })
  })
})

describe('what no schema can check is refused, naming the field', () => {
  test.each([
    [{ destination: 'SEA' }, 'destination: is the same as the origin'],
    [{ return_date: '2027-03-14' }, 'return_date: is before the departure'],
    [{ passengers: { adults: 1, infants: 2 } }, 'passengers: infants cannot be more than the adults'],
    [{ passengers: { adults: 5, children: 5 } }, 'passengers: adults and children together are at most 9'],
    [{ passengers: 10 }, 'passengers: adults and children together are at most 9'],
    [{ passengers: 0 }, 'passengers: needs at least 1 adult'],
    [{ max_results: 0 }, 'max_results: is a whole number, at least 1'],
    [{ date: '2026-11-18' }, 'date: is past'],
    [{ date: '2027-02-30' }, 'date: is not a date like 2027-02-13'],
  ])('%j: %s', (params, detail) => {
    expect(readSearch({ ...valid, ...params }, {}, now)).toEqual({ ok: false, code: 'INVALID_INPUT', detail })
  })

  test('the same day there and back is allowed, and so is a day that is still today somewhere', () => {
    expect(readSearch({ ...valid, return_date: valid.date }, {}, now).ok).toBe(true)
    const justAfterMidnight = Date.parse('2026-11-20T00:30:00Z')
    expect(readSearch({ ...valid, date: '2026-11-19' }, {}, justAfterMidnight).ok).toBe(true)
  })

  test('params of any kind give a search or INVALID_INPUT, and never reach another host or path', () => {
    const prefix = 'https://api.amadeus.com/v2/shopping/flight-offers?'
    const some = fc.option(fc.oneof(fc.jsonValue(), fc.constantFrom('SEA', 'NRT', '2027-03-15', 'economy', 2)), {
      nil: undefined,
    })
    const fields = [
      'origin',
      'destination',
      'date',
      'return_date',
      'passengers',
      'cabin',
      'non_stop',
      'currency',
      'max_results',
    ]
    fc.assert(
      fc.property(fc.record(Object.fromEntries(fields.map((field) => [field, some]))), (params) => {
        const search = readSearch({ ...valid, ...params }, {}, now)
        if (search.ok) expect(offersUrl(search.value).startsWith(prefix)).toBe(true)
        else expect(search.code).toBe('INVALID_INPUT')
      }),
    )
  })
})
