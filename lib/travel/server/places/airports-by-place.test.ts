import { expect, test } from 'vitest'
import { kmBetween } from '../../model/distance.ts'
import { airportsByPlace } from './airports-by-place.ts'
import { createPlaces } from './places.ts'

const places = createPlaces()
const date = '2027-01-15'

test('returns the airports of a place and all airports within 100 km of one of them, and no others', () => {
  const airports = airportsByPlace(
    [
      { origin: 'LON', destination: 'AUA', date },
      { origin: 'AUA', destination: 'JFK', date },
    ],
    places,
  )
  expect(airports.LON).toEqual(expect.arrayContaining(['LON', 'LHR', 'LGW', 'STN', 'SEN']))
  expect(airports.JFK).toEqual(expect.arrayContaining(['JFK', 'EWR', 'LGA']))
  expect(Object.keys(airports)).toEqual(['LON', 'AUA', 'JFK'])
  const all = places.airportCodes.flatMap((code) => places.airport(code) ?? [])
  for (const [code, found] of Object.entries(airports)) {
    const own = all.filter((airport) => places.byCode(code)?.airports.includes(airport.code))
    const near = all.filter((airport) => own.some((one) => kmBetween(one, airport) <= 100))
    expect(new Set(found)).toEqual(new Set([code, ...near.map((airport) => airport.code)]))
  }
})

test('an unknown code returns only itself', () => {
  expect(airportsByPlace([{ origin: 'QQQ', destination: 'AUA', date }], places).QQQ).toEqual(['QQQ'])
})
