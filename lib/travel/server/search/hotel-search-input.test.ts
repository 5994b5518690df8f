import { describe, expect, test } from 'vitest'
import { createQueryParser } from '#lib/platform/server/http/input-error.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { phrasesOf } from '#runner/contract/field-fault.ts'
import { writeHotelQuery } from '../../model/hotels/write-hotel-query.ts'
import { createPlaces } from '../places/places.ts'
import { hotelSearchInput, todayAtHotels } from './hotel-search-input.ts'

const places = createPlaces()
const now = Date.parse('2026-11-20T12:00:00Z')
const parse = createQueryParser(HotelSearch)

/** The skill's input for a query string, or the problem of each field. */
function check(query: string, at = now) {
  const parsed = parse(new URLSearchParams(query))
  if (!parsed.ok) return { code: parsed.error.code, details: parsed.error.details }
  const checked = hotelSearchInput(parsed.value, places, at)
  return checked.ok ? checked.input : { code: 'INVALID_INPUT', details: phrasesOf(checked.faults) }
}
const stay = 'check_in=2027-01-10&check_out=2027-01-13'

test("the route reads the page's own URL as the same search", () => {
  const point = HotelSearch.parse({
    lat: -16.5004,
    lon: 179.9996,
    check_in: '2027-01-10',
    check_out: '2027-01-13',
    child_ages: [0, 17],
    stars: [4, 5],
    free_cancellation: true,
  })
  expect(parse(new URLSearchParams(writeHotelQuery(point)))).toEqual({ ok: true, value: point })
})

test('a valid search becomes the input of the hotel capability', () => {
  const query = `place=PAR&${stay}&adults=2&rooms=2&child_ages=4,9&currency=EUR&stars=4,5&board=breakfast`
  expect(check(`${query}&free_cancellation=true&price_min=80&price_max=200&radius_km=5&max_results=100`)).toEqual({
    action: 'search_hotels',
    params: {
      place: 'PAR',
      lat: expect.closeTo(48.853, 2),
      lon: expect.closeTo(2.349, 2),
      time_zone: 'Europe/Paris',
      radius_km: 5,
      check_in: '2027-01-10',
      check_out: '2027-01-13',
      adults: 2,
      rooms: 2,
      child_ages: [4, 9],
      currency: 'EUR',
      stars: [4, 5],
      board: 'breakfast',
      free_cancellation: true,
      price_min: 80,
      price_max: 200,
    },
    config: { max_results: 100 },
  })
})

describe('the location of a search', () => {
  test('treats a code of both a city and its airport as the city', () => {
    expect(check(`place=SEA&${stay}`)).toMatchObject({ params: { place: 'SEA', lat: expect.closeTo(47.61, 1) } })
  })

  test("treats an airport whose code differs from its city's as a point at the airport", () => {
    const input = check(`place=JFK&${stay}`)
    expect(input).toMatchObject({ params: { lat: expect.closeTo(40.64, 1), time_zone: 'America/New_York' } })
    expect(input).not.toHaveProperty('params.place')
  })

  test('treats an area of several cities as a point, because providers do not know its code', () => {
    const input = check(`place=QLA&${stay}`)
    expect(input).toMatchObject({ params: { lat: expect.closeTo(34.05, 1) } })
    expect(input).not.toHaveProperty('params.place')
  })

  test('uses the time zone of the nearest airport for a point', () => {
    expect(check(`lat=-17.75&lon=177.45&${stay}`)).toMatchObject({
      params: { lat: -17.75, lon: 177.45, time_zone: 'Pacific/Fiji' },
    })
  })
})

describe("dates are checked in the time zone of the hotels, not the server's", () => {
  const newYearInTokyo = Date.parse('2026-12-31T20:00:00Z')

  test.each([
    ['place=TYO', '2026-12-31', { check_in: 'is past: the earliest is 2027-01-01' }],
    ['lat=35.68&lon=139.76', '2026-12-31', { check_in: 'is past: the earliest is 2027-01-01' }],
    ['place=NYC', '2026-12-31', undefined],
    ['place=NYC', '2026-12-30', { check_in: 'is past: the earliest is 2026-12-31' }],
    ['lat=-13.8&lon=-171.8', '2026-12-31', { check_in: 'is past: the earliest is 2027-01-01' }],
    ['lat=-14.3&lon=-170.7', '2026-12-31', undefined],
  ])('a stay at %s from %s', (where, checkIn, details) => {
    const checked = check(`${where}&check_in=${checkIn}&check_out=2027-01-02`, newYearInTokyo)
    expect('details' in checked ? checked.details : undefined).toEqual(details)
  })
})

describe('rejects bad input as INVALID_INPUT and names its field', () => {
  test.each([
    [
      'check-out before check-in',
      'place=PAR&check_in=2027-01-13&check_out=2027-01-10',
      'check_out',
      /after the check-in/,
    ],
    ['no nights', 'place=PAR&check_in=2027-01-13&check_out=2027-01-13', 'check_out', /after the check-in/],
    ['a hundred nights', 'place=PAR&check_in=2027-01-01&check_out=2027-04-11', 'check_out', /99 nights/],
    ['a past day', 'place=PAR&check_in=2026-11-19&check_out=2026-11-22', 'check_in', /is past/],
    [
      'a day more than a year ahead',
      'place=PAR&check_in=2027-11-18&check_out=2027-11-21',
      'check_out',
      /too far ahead/,
    ],
    ['a day that does not exist', 'place=PAR&check_in=2027-02-30&check_out=2027-03-02', 'check_in', /real date/],
    ['an unknown place', `place=QQQ&${stay}`, 'place', /not a city or airport that we know/],
    ['a place that is not a code', `place=Paris&${stay}`, 'place', /three-letter/],
    ['no place', stay, 'place', /is required, unless lat and lon are given/],
    ['a place and a point', `place=PAR&lat=1&lon=1&${stay}`, 'place', /together with lat and lon/],
    ['half a point', `lat=1&${stay}`, 'lon', /is required with lat/],
    ['a longitude alone', `lon=1&${stay}`, 'lat', /is required with lon/],
    ['a point off the globe', `lat=91&lon=1&${stay}`, 'lat', /at most 90/],
    ['no guests', `place=PAR&${stay}&adults=0`, 'adults', /at least 1/],
    ['ten guests', `place=PAR&${stay}&adults=10`, 'adults', /at most 9/],
    ['ten guests with children', `place=PAR&${stay}&adults=7&child_ages=1,2,3`, 'adults', /at most 9/],
    ['twelve rooms', `place=PAR&${stay}&rooms=12`, 'rooms', /at most 9/],
    ['no rooms', `place=PAR&${stay}&rooms=0`, 'rooms', /at least 1/],
    ['a child without an age', `place=PAR&${stay}&child_ages=5,`, 'child_ages.1', /age of each child/],
    ['children without ages', `place=PAR&${stay}&child_ages=,`, 'child_ages.0', /age of each child/],
    ['an adult child', `place=PAR&${stay}&child_ages=18`, 'child_ages.0', /at most 17/],
    ['children by count', `place=PAR&${stay}&children=2`, 'children', /not a known parameter/],
    ['a reversed price range', `place=PAR&${stay}&price_min=200&price_max=80`, 'price_max', /below price_min/],
    ['a price of zero', `place=PAR&${stay}&price_max=0`, 'price_max', /at least 1/],
    ['six stars', `place=PAR&${stay}&stars=6`, 'stars.0', /at most 5/],
    ['the same stars twice', `place=PAR&${stay}&stars=5,5`, 'stars', /^must not repeat a number$/],
    [
      'an unknown board',
      `place=PAR&${stay}&board=tea`,
      'board',
      /^must be one of room_only, breakfast, half_board, full_board, all_inclusive$/,
    ],
    ['no dates', 'place=PAR', 'check_in', /^is required$/],
    [
      'a code that is not a currency',
      `place=PAR&${stay}&currency=XXX`,
      'currency',
      /^XXX is not a currency that we know: /,
    ],
    ['a currency that is not a code', `place=PAR&${stay}&currency=euro`, 'currency', /three-letter/],
    ['an unknown parameter', `place=PAR&${stay}&guests=2`, 'guests', /not a known parameter/],
  ])('%s', (_, query, field, problem) => {
    expect(check(query)).toMatchObject({ code: 'INVALID_INPUT', details: { [field]: expect.stringMatching(problem) } })
  })
})

test('gives the date at the hotels, and the date in UTC for an unknown place', () => {
  const at = (place: string, time: string) =>
    todayAtHotels(
      HotelSearch.parse({ place, check_in: '2027-01-10', check_out: '2027-01-13' }),
      places,
      Date.parse(time),
    )
  expect(at('AUA', '2026-11-20T03:00:00Z')).toBe('2026-11-19')
  expect(at('AKL', '2026-11-20T12:00:00Z')).toBe('2026-11-21')
  expect(at('QQQ', '2026-11-20T12:00:00Z')).toBe('2026-11-20')
})
