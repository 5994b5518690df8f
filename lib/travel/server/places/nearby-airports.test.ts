import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kmBetween } from '../../model/distance.ts'
import { nearbyAirports } from './nearby-airports.ts'
import { createPlaces } from './places.ts'

const places = createPlaces()

function near(code: string): string[] {
  const place = places.byCode(code)
  if (!place) throw new Error(`unknown place ${code}`)
  return nearbyAirports(place, places).map(({ airport }) => airport.code)
}

test.each([
  ['AMS', ['RTM', 'EIN']],
  ['LHR', ['LGW', 'LTN', 'STN']],
  // Across a border, large airports count and small airports do not.
  ['GVA', ['LYS']],
  ['AUA', []],
  ['LAS', []],
])('the airports near %s are %j', (code, expected) => {
  expect(near(code)).toEqual(expected)
})

test('the airports near a city do not include its own', () => {
  const own = places.byCode('LON')?.airports ?? []
  expect(own).toContain('LHR')
  expect(near('LON').filter((code) => own.includes(code))).toEqual([])
})

test('airportsWithin returns all airports within the distance, nearest first', () => {
  const all = places.airportCodes.flatMap((code) => places.airport(code) ?? [])
  const lat = fc.double({ min: -90, max: 90, noNaN: true })
  const lon = fc.double({ min: -180, max: 180, noNaN: true })
  fc.assert(
    fc.property(lat, lon, fc.integer({ min: 1, max: 2000 }), (lat, lon, km) => {
      const point = { lat, lon }
      const expected = all.map((airport) => kmBetween(point, airport)).filter((distance) => distance <= km)
      expect(places.airportsWithin(point, km).map((found) => found.km)).toEqual(expected.toSorted((a, b) => a - b))
    }),
    { numRuns: 30 },
  )
})
