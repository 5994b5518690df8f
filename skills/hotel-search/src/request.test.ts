import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listUrl, offersUrl, readSearch } from './request.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const stay = { check_in: '2027-03-12', check_out: '2027-03-15' }
const inParis = { place: 'PAR', ...stay }

function searchOf(params: object, config: { max_results?: number } = {}, action = 'search_hotels') {
  const search = readSearch(action, { ...params }, config, now)
  if (!search.ok) throw new Error(search.detail)
  return search.value
}
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

describe('the list', () => {
  test('of a city is asked for by its code', () => {
    expect(listUrl(searchOf({ ...inParis, lat: 48.85, lon: 2.35, radius_km: 20, stars: [4, 5] }))).toBe(
      'https://api.amadeus.com/v1/reference-data/locations/hotels/by-city?cityCode=PAR&radius=20&radiusUnit=KM&ratings=4%2C5',
    )
  })

  test('around a point is asked for by the point', () => {
    const around = { ...stay, lat: -17.5, lon: 177.4, time_zone: 'Pacific/Fiji' }
    expect(listUrl(searchOf(around))).toBe(
      'https://api.amadeus.com/v1/reference-data/locations/hotels/by-geocode?latitude=-17.5&longitude=177.4&radius=10&radiusUnit=KM',
    )
  })

  test('of one hotel is asked for by its id', () => {
    const one = { ...inParis, hotel_id: 'ACPAR001' }
    expect(listUrl(searchOf(one, {}, 'hotel_offers'))).toBe(
      'https://api.amadeus.com/v1/reference-data/locations/hotels/by-hotels?hotelIds=ACPAR001',
    )
  })

  test('all five numbers of stars are no filter: the provider takes four', () => {
    expect(queryOf(listUrl(searchOf({ ...inParis, stars: [1, 2, 3, 4, 5] })))).not.toHaveProperty('ratings')
  })
})

describe('the offers', () => {
  test('two adults in one room ask for no more than that', () => {
    expect(queryOf(offersUrl(searchOf(inParis), ['ACPAR001', 'ACPAR002']))).toEqual({
      hotelIds: 'ACPAR001,ACPAR002',
      adults: '2',
      checkInDate: '2027-03-12',
      checkOutDate: '2027-03-15',
      roomQuantity: '1',
      bestRateOnly: 'true',
    })
  })

  test('carry every field of a search', () => {
    const params = {
      ...inParis,
      adults: 2,
      rooms: 3,
      child_ages: [1, 2, 9],
      currency: 'EUR',
      board: 'half_board',
      price_min: 80,
      price_max: 200,
    }
    expect(queryOf(offersUrl(searchOf(params), ['ACPAR001']))).toEqual({
      hotelIds: 'ACPAR001',
      adults: '2',
      childAges: '1,2,9',
      checkInDate: '2027-03-12',
      checkOutDate: '2027-03-15',
      roomQuantity: '3',
      currency: 'EUR',
      priceRange: '80-200',
      boardType: 'HALF_BOARD',
      bestRateOnly: 'true',
    })
  })

  test.each([
    [{ price_min: 80 }, '80-1000000'],
    [{ price_max: 200 }, '0-200'],
  ])('a range with one end, %j, is written with two', (params, priceRange) => {
    expect(queryOf(offersUrl(searchOf({ ...inParis, currency: 'EUR', ...params }), []))).toMatchObject({ priceRange })
  })

  test('all offers are asked for where the cheapest may not be the one: free cancellation, one hotel', () => {
    expect(queryOf(offersUrl(searchOf({ ...inParis, free_cancellation: true }), []))).toMatchObject({
      bestRateOnly: 'false',
    })
    const one = searchOf({ ...inParis, hotel_id: 'ACPAR001' }, {}, 'hotel_offers')
    expect(queryOf(offersUrl(one, []))).toMatchObject({ bestRateOnly: 'false' })
  })
})

test.each([
  [{}, {}, 800],
  [{ max_results: 900 }, {}, 900],
  [{ free_cancellation: true }, {}, 250],
  [{ free_cancellation: true, max_results: 100 }, {}, 100],
  [{}, { max_results: 20 }, 20],
  [{ max_results: 10 }, { max_results: 20 }, 10],
])('params %j and config %j ask for at most %i hotels', (params, config, most) => {
  expect(searchOf({ ...inParis, ...params }, config).maxResults).toBe(most)
})

describe('what no schema can check is refused, naming the field', () => {
  test.each([
    [stay, 'place: is required, or lat and lon'],
    [{ ...stay, lat: 1 }, 'lon: is required with lat'],
    [{ ...stay, lon: 1 }, 'lat: is required with lon'],
    [{ ...stay, lat: 1, lon: 1 }, 'time_zone: is required without a place'],
    [{ ...inParis, check_in: '2026-11-18' }, 'check_in: is past'],
    [{ ...inParis, check_in: '2027-02-30' }, 'check_in: is not a date like 2027-02-13'],
    [{ ...inParis, check_out: 'soon' }, 'check_out: is not a date like 2027-02-13'],
    [{ ...inParis, check_out: '2027-03-11' }, 'check_out: must be after the check-in'],
    [{ ...inParis, check_out: '2027-03-12' }, 'check_out: must be after the check-in'],
    [{ ...inParis, check_out: '2027-06-20' }, 'check_out: is more than 99 nights after the check-in'],
    [{ ...inParis, adults: 0 }, 'adults: are 1 to 9 in each room'],
    [{ ...inParis, adults: 10 }, 'adults: are 1 to 9 in each room'],
    [
      { ...inParis, adults: 5, child_ages: [1, 2, 3, 4, 5] },
      'adults: adults and children of one room together are at most 9',
    ],
    [{ ...inParis, rooms: 12 }, 'rooms: are 1 to 9'],
    [{ ...inParis, child_ages: [5, null] }, 'child_ages: needs the age of each child'],
    [{ ...inParis, child_ages: 2 }, 'child_ages: needs the age of each child'],
    [{ ...inParis, currency: 'EUR', price_min: 200, price_max: 80 }, 'price_max: is below price_min'],
    [{ ...inParis, price_max: 80 }, 'currency: is required with a price range'],
    [{ ...inParis, max_results: 0 }, 'max_results: is at least 1'],
  ])('%j: %s', (params, detail) => {
    expect(readSearch('search_hotels', params, {}, now)).toEqual({ ok: false, code: 'INVALID_INPUT', detail })
  })

  test('another action, and one hotel without its id', () => {
    expect(readSearch('book', inParis, {}, now)).toMatchObject({ detail: expect.stringContaining('action: ') })
    expect(readSearch('hotel_offers', inParis, {}, now)).toMatchObject({ detail: 'hotel_id: is required' })
  })

  test('99 nights are allowed, and a day that is still today somewhere', () => {
    expect(searchOf({ ...inParis, check_out: '2027-06-19' }).stay.nights).toBe(99)
    const justAfterMidnight = Date.parse('2026-11-20T00:30:00Z')
    const params = { place: 'PAR', check_in: '2026-11-19', check_out: '2026-11-20' }
    expect(readSearch('search_hotels', params, {}, justAfterMidnight).ok).toBe(true)
  })

  test('params of any kind give a search or INVALID_INPUT, and never reach another host or path', () => {
    const some = fc.option(fc.oneof(fc.jsonValue(), fc.constantFrom('PAR', '2027-03-15', 'EUR', 2, [1])), {
      nil: undefined,
    })
    const fields =
      'place lat lon time_zone radius_km check_in check_out adults rooms child_ages currency stars board price_min'
    fc.assert(
      fc.property(fc.record(Object.fromEntries(fields.split(' ').map((field) => [field, some]))), (params) => {
        const search = readSearch('search_hotels', { ...inParis, ...params }, {}, now)
        if (!search.ok) {
          expect(search.code).toBe('INVALID_INPUT')
          return
        }
        expect(listUrl(search.value)).toMatch(
          /^https:\/\/api\.amadeus\.com\/v1\/reference-data\/locations\/hotels\/by-/,
        )
        expect(offersUrl(search.value, ['A'])).toMatch(/^https:\/\/api\.amadeus\.com\/v3\/shopping\/hotel-offers\?/)
      }),
    )
  })
})
