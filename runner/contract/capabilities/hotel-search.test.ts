import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detailsOf, inputParsing, problemsOf } from '../../manifest/input-problems.ts'
import { boardsToAskFor, HotelOffersParams, HotelParams, HotelSearch } from './hotel-search.ts'

const stay = { check_in: '2027-03-12', check_out: '2027-03-15' }
const inParis = { place: 'PAR', ...stay }

function refused(params: object, schema = HotelParams): Record<string, string> {
  const parsed = schema.safeParse(params, inputParsing)
  return parsed.success ? {} : detailsOf(problemsOf(parsed.error, 'params'))
}

describe('the params of a hotel search', () => {
  test('fill in every default, and leave the normal form unchanged', () => {
    const normal = {
      ...inParis,
      radius_km: 10,
      adults: 2,
      rooms: 1,
      child_ages: [],
      stars: [],
      free_cancellation: false,
    }
    expect(HotelParams.parse(inParis)).toEqual(normal)
    expect(HotelParams.parse(normal)).toEqual(normal)
    const { radius_km: _radius, stars: _stars, ...rest } = normal
    expect(HotelOffersParams.parse({ ...inParis, hotel_id: 'ACPAR001' })).toEqual({ ...rest, hotel_id: 'ACPAR001' })
  })

  test('accept a place with coordinates, or coordinates with a time zone', () => {
    expect(refused({ ...inParis, lat: 48.85, lon: 2.35 })).toEqual({})
    expect(refused({ ...stay, lat: -17.5, lon: 177.4, time_zone: 'Pacific/Fiji' })).toEqual({})
    expect(refused({ ...inParis, check_out: '2027-06-19' })).toEqual({})
  })

  test('accept prices in currencies of which one dollar has tens of thousands', () => {
    expect(refused({ ...inParis, currency: 'VND', price_min: 2_500_000, price_max: 25_000_000 })).toEqual({})
    expect(refused({ ...inParis, currency: 'IDR', price_max: 1_000_000_000 })).toEqual({
      price_max: 'must be at most 999999999',
    })
  })

  test.each<[object, Record<string, string>]>([
    [stay, { place: 'is required, unless lat and lon are given', time_zone: 'is required without a place' }],
    [{ ...stay, time_zone: 'Moon/Sea', lat: 1 }, { lon: 'is required with lat' }],
    [{ ...stay, time_zone: 'Moon/Sea', lon: 1 }, { lat: 'is required with lon' }],
    [{ ...stay, lat: 1, lon: 1 }, { time_zone: 'is required without a place' }],
    [{ ...inParis, check_in: '2027-02-30' }, { check_in: 'must be a real date, like 2027-02-13' }],
    [{ ...inParis, check_out: '2027-03-11' }, { check_out: 'must be after the check-in' }],
    [{ ...inParis, check_out: '2027-03-12' }, { check_out: 'must be after the check-in' }],
    [{ ...inParis, check_out: '2027-06-20' }, { check_out: 'is more than 99 nights after the check-in' }],
    [{ ...inParis, adults: 0 }, { adults: 'must be at least 1' }],
    [{ ...inParis, adults: 10 }, { adults: 'must be at most 9' }],
    [
      { ...inParis, adults: 5, child_ages: [1, 2, 3, 4, 5] },
      {
        adults: 'must be at most 9 together with the children of one room',
      },
    ],
    [{ ...inParis, rooms: 12 }, { rooms: 'must be at most 9' }],
    [{ ...inParis, child_ages: [5, null] }, { 'child_ages.1': 'needs the age of each child' }],
    [{ ...inParis, child_ages: 2 }, { child_ages: 'must be a list' }],
    [{ ...inParis, currency: 'EUR', price_min: 200, price_max: 80 }, { price_max: 'is below price_min' }],
    [{ ...inParis, price_max: 80 }, { currency: 'is required with a price range' }],
    [{ ...inParis, stars: [5, 5] }, { stars: 'must not repeat a number' }],
    [{ ...inParis, time_zone: 'Moon Sea' }, { time_zone: 'must be an IANA time zone, like Europe/Paris' }],
    [{ check_in: '2027-03-12' }, { check_out: 'is required', place: 'is required, unless lat and lon are given' }],
  ])('reject %j and name the field', (params, details) => {
    expect(refused(params)).toEqual(details)
  })

  test('require hotel_id to request the offers of one hotel', () => {
    const parsed = HotelOffersParams.safeParse(inParis, inputParsing)
    expect(parsed.success ? {} : detailsOf(problemsOf(parsed.error, 'params'))).toEqual({ hotel_id: 'is required' })
  })

  test.each([
    ['ACPAR001', true],
    ['lp1897', true],
    ['', false],
    ['../lp1897', false],
    ['a b', false],
    ['x'.repeat(65), false],
  ])('accept as hotel_id only one word of at most 64 characters: %s → %s', (hotel_id, isAccepted) => {
    expect(HotelOffersParams.safeParse({ ...inParis, hotel_id }).success).toBe(isAccepted)
  })

  test('accept every valid search of the search page after a time zone is added', () => {
    const where = fc.oneof(
      fc.record({ place: fc.stringMatching(/^[A-Z]{3}$/) }),
      fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) }),
    )
    const price = fc.integer({ min: 1, max: 999_999_999 })
    const wishes = fc.record(
      {
        radius_km: fc.integer({ min: 1, max: 300 }),
        adults: fc.integer({ min: 1, max: 9 }),
        rooms: fc.integer({ min: 1, max: 9 }),
        child_ages: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 8 }),
        currency: fc.constantFrom('EUR', 'JPY'),
        stars: fc.subarray([1, 2, 3, 4, 5]),
        board: fc.constantFrom(...boardsToAskFor),
        free_cancellation: fc.boolean(),
        price_min: price,
        price_max: price,
        max_results: fc.integer({ min: 1, max: 1000 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(where, wishes, (place, wish) => {
        const search = HotelSearch.safeParse({ ...stay, ...place, ...wish })
        fc.pre(search.success)
        expect(refused({ ...search.data, time_zone: 'UTC' })).toEqual({})
      }),
    )
  })
})
