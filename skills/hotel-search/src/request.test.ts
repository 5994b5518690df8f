import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boardsToAskFor, HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { groupsOf, listUrl, offersUrl, readSearch } from './request.ts'

const stay = { check_in: '2027-03-12', check_out: '2027-03-15' }
const inParis = { place: 'PAR', ...stay }

function searchOf(params: object, config: { max_results?: number } = {}) {
  const parsed = ('hotel_id' in params ? HotelOffersParams : HotelParams).parse(params)
  const [group] = groupsOf(parsed)
  if (group === undefined) throw new Error('expected a room')
  return readSearch(parsed, config, group)
}
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

describe('the request for the list', () => {
  test('selects a city by its code', () => {
    expect(listUrl(searchOf({ ...inParis, lat: 48.85, lon: 2.35, radius_km: 20, stars: [4, 5] }))).toBe(
      'https://api.amadeus.com/v1/reference-data/locations/hotels/by-city?cityCode=PAR&radius=20&radiusUnit=KM&ratings=4%2C5',
    )
  })

  test('selects a point by its coordinates', () => {
    const around = { ...stay, lat: -17.5, lon: 177.4, time_zone: 'Pacific/Fiji' }
    expect(listUrl(searchOf(around))).toBe(
      'https://api.amadeus.com/v1/reference-data/locations/hotels/by-geocode?latitude=-17.5&longitude=177.4&radius=10&radiusUnit=KM',
    )
  })

  test('selects one hotel by its ID', () => {
    const one = { ...inParis, hotel_id: 'ACPAR001' }
    expect(listUrl(searchOf(one))).toBe(
      'https://api.amadeus.com/v1/reference-data/locations/hotels/by-hotels?hotelIds=ACPAR001',
    )
  })

  test('omits all five star ratings, because the provider accepts four', () => {
    expect(queryOf(listUrl(searchOf({ ...inParis, stars: [1, 2, 3, 4, 5] })))).not.toHaveProperty('ratings')
  })
})

describe('requests for offers', () => {
  test('send only the given fields for two adults in one room', () => {
    expect(queryOf(offersUrl(searchOf(inParis), ['ACPAR001', 'ACPAR002']))).toEqual({
      hotelIds: 'ACPAR001,ACPAR002',
      adults: '2',
      checkInDate: '2027-03-12',
      checkOutDate: '2027-03-15',
      roomQuantity: '1',
      bestRateOnly: 'false',
      includeClosed: 'true',
    })
  })

  test('send every field of a search', () => {
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
      bestRateOnly: 'false',
      includeClosed: 'true',
    })
  })

  test.each([
    [{ price_min: 80 }, '80-999999999'],
    [{ price_max: 200 }, '0-200'],
  ])('fill in the missing end of the range %j', (params, priceRange) => {
    expect(queryOf(offersUrl(searchOf({ ...inParis, currency: 'EUR', ...params }), []))).toMatchObject({ priceRange })
  })
})

test.each([
  [{}, {}, 800],
  [{ max_results: 900 }, {}, 900],
  [{}, { max_results: 20 }, 20],
  [{ max_results: 10 }, { max_results: 20 }, 10],
])('with params %j and config %j, requests at most %i hotels', (params, config, most) => {
  expect(searchOf({ ...inParis, ...params }, config).maxResults).toBe(most)
})

test('counts the nights of a stay of 99 nights', () => {
  expect(searchOf({ ...inParis, check_out: '2027-06-19' }).stay.nights).toBe(99)
})

test('valid params never change the host or path', () => {
  const code = fc.stringMatching(/^[A-Z]{3}$/)
  const params = fc.record(
    {
      place: code,
      lat: fc.integer({ min: -90, max: 90 }),
      time_zone: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_+/-]{1,20}$/),
      child_ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 7 }),
      currency: code,
      stars: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
      board: fc.constantFrom(...boardsToAskFor),
    },
    { requiredKeys: ['place'] },
  )
  fc.assert(
    fc.property(params, ({ lat, ...given }) => {
      const search = searchOf({ ...stay, ...given, ...(lat === undefined ? {} : { lat, lon: lat }) })
      expect(listUrl(search)).toMatch(/^https:\/\/api\.amadeus\.com\/v1\/reference-data\/locations\/hotels\/by-/)
      expect(offersUrl(search, ['A'])).toMatch(/^https:\/\/api\.amadeus\.com\/v3\/shopping\/hotel-offers\?/)
    }),
  )
})
