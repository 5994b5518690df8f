import { expect, test } from 'vitest'
import { airportsByPlace } from './airports-by-place.ts'
import { createPlaces } from './places.ts'

const places = createPlaces()
const date = '2027-01-15'

test("takes the airports of a city, those of an airport's region, and no others", () => {
  const { LON, AUA, JFK } = airportsByPlace(
    [
      { origin: 'LON', destination: 'AUA', date },
      { origin: 'AUA', destination: 'JFK', date },
    ],
    places,
  )
  expect(LON).toEqual(expect.arrayContaining(['LON', 'LHR', 'LGW', 'STN', 'SEN']))
  expect(JFK).toEqual(expect.arrayContaining(['JFK', 'EWR', 'LGA']))
  expect(AUA).toContain('AUA')
  expect(LON).not.toContain('CDG')
  expect(JFK).not.toContain('BOS')
})

test('a code without a known place stands for itself', () => {
  expect(airportsByPlace([{ origin: 'QQQ', destination: 'AUA', date }], places).QQQ).toEqual(['QQQ'])
})
