import { describe, expect, test } from 'vitest'
import { createHotelAsker } from './testing/ask-hotels.ts'

const { list, listCodes } = createHotelAsker()

describe('a list by city', () => {
  test('has the documented defaults: a radius of five kilometres, the nearest first', () => {
    const hotels = list('by-city', { cityCode: 'NCE' })
    const distances = hotels.map(({ distance }) => distance?.value ?? Number.NaN)
    expect(hotels.length).toBeGreaterThan(50)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(Math.max(...distances)).toBeLessThanOrEqual(5)
    expect(new Set(hotels.map(({ distance }) => distance?.unit))).toEqual(new Set(['KM']))
    expect(new Set(hotels.map(({ chainCode }) => chainCode[0]))).toEqual(new Set(['Q', 'Y', 'Z']))
    expect(list('by-city', { cityCode: 'nce', radius: '5', radiusUnit: 'KM' })).toEqual(hotels)
  })

  test('covers the requested radius', () => {
    const hotels = list('by-city', { cityCode: 'NCE', radius: '7' })
    expect(hotels.length).toBeGreaterThan(list('by-city', { cityCode: 'NCE', radius: '5' }).length)
    expect(hotels.at(-1)?.distance?.value).toBeGreaterThan(5)
  })

  test('has the hotels near the airport if the code is an airport’s', () => {
    const [nearest] = list('by-city', { cityCode: 'CDG' })
    expect(nearest?.iataCode).toBe('PAR')
    expect(nearest?.geoCode.latitude).toBeCloseTo(49, 1)
  })

  test('filters by stars', () => {
    const stars = list('by-city', { cityCode: 'ROM', ratings: '4,5' })
    expect(new Set(stars.map(({ rating }) => rating))).toEqual(new Set([4, 5]))
  })

  test.each([
    ['no city', {}, 32171, 'cityCode'],
    ['a city of four letters', { cityCode: 'PARI' }, 477, 'cityCode'],
    ['an unknown city', { cityCode: 'XXX' }, 1157, 'cityCode'],
    ['a radius of zero', { cityCode: 'PAR', radius: '0' }, 477, 'radius'],
    ['a radius over 300', { cityCode: 'PAR', radius: '301' }, 477, 'radius'],
    ['a fractional radius', { cityCode: 'PAR', radius: '2.5' }, 477, 'radius'],
    ['another unit', { cityCode: 'PAR', radiusUnit: 'MILE' }, 477, 'radiusUnit'],
    ['an unsupported parameter', { cityCode: 'PAR', chainCodes: 'QH' }, 477, 'chainCodes'],
    ['six stars', { cityCode: 'PAR', ratings: '6' }, 477, 'ratings'],
    ['a rating twice', { cityCode: 'PAR', ratings: '4,4' }, 477, 'ratings'],
    ['all five ratings', { cityCode: 'PAR', ratings: '1,2,3,4,5' }, 477, 'ratings'],
    ['a town without hotels', { cityCode: 'RGI' }, 895, 'cityCode'],
  ])('is refused with %s', (_, query, code, parameter) => {
    expect(listCodes('by-city', query)).toEqual([[code, parameter]])
  })

  test('reports all errors at once', () => {
    expect(listCodes('by-city', { cityCode: 'P', radius: 'far', ratings: 'x' })).toEqual([
      [477, 'cityCode'],
      [477, 'radius'],
      [477, 'ratings'],
    ])
  })
})

describe('a list by position', () => {
  test('has the hotels around the position', () => {
    const hotels = list('by-geocode', { latitude: '41.397158', longitude: '2.160873', radius: '1' })
    expect(hotels.length).toBeGreaterThan(10)
    for (const { geoCode } of hotels) {
      expect(Math.abs(geoCode.latitude - 41.397158)).toBeLessThan(0.01)
      expect(Math.abs(geoCode.longitude - 2.160873)).toBeLessThan(0.013)
    }
  })

  test.each([
    ['no longitude', { latitude: '41' }, 32171, 'longitude'],
    ['a latitude over 90', { latitude: '91', longitude: '2' }, 477, 'latitude'],
    ['a longitude that is not a number', { latitude: '41', longitude: 'east' }, 477, 'longitude'],
    ['a position in the open sea', { latitude: '30', longitude: '-40', radius: '300' }, 895, 'latitude,longitude'],
  ])('is refused with %s', (_, query, code, parameter) => {
    expect(listCodes('by-geocode', query)).toEqual([[code, parameter]])
  })
})

describe('a list by ids', () => {
  const [first, second] = list('by-city', { cityCode: 'VIE' })
  const ids = [first?.hotelId ?? '', second?.hotelId ?? '']

  test('has the hotels that exist, as in other lists but without a distance', () => {
    const hotels = list('by-hotels', { hotelIds: [...ids, 'QHPAR000'].join(',') })
    expect(hotels).toEqual([first, second].map((hotel) => ({ ...hotel, distance: undefined })))
  })

  test.each([
    ['no ids', {}, 32171, 'hotelIds'],
    ['an empty list', { hotelIds: '' }, 477, 'hotelIds'],
    ['malformed ids', { hotelIds: `${ids[0]},abc,12` }, 1257, 'hotelIds=abc,12'],
    ['a hundred ids', { hotelIds: Array.from({ length: 100 }, (_, at) => 10_000_000 + at).join(',') }, 477, 'hotelIds'],
    ['unknown ids', { hotelIds: 'QHPAR000,QHXXX000' }, 1797, 'hotelIds'],
  ])('is refused with %s', (_, query, code, parameter) => {
    expect(listCodes('by-hotels', query)).toEqual([[code, parameter]])
  })
})
