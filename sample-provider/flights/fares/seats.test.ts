import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { createZoneClock } from '../../zone-clock.ts'
import { createNetwork } from '../market/network.ts'
import { createStations } from '../market/stations.ts'
import { createTimetable, dayNumber, type Flight } from '../market/timetable.ts'
import { places } from '../testing/sample-search.ts'
import { MAX_SEATS_TOLD, seatsLeft } from './fare-bound.ts'

const stations = createStations(places)
const network = createNetwork(stations)
const timetable = createTimetable(createZoneClock())

function flightsOn(from: string, to: string, date: string): Flight[] {
  const [start, end] = [stations.byCode(from), stations.byCode(to)]
  if (start === undefined || end === undefined) throw new Error('no such airport')
  return network.between(start, end).flatMap((link) => [...timetable.on({ link, from: start, to: end }, date)])
}

test('seats never increase over time or exceed the provider’s maximum', () => {
  const day = fc.integer({ min: 0, max: 360 })
  const cabin = fc.constantFrom('ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS', 'FIRST')
  fc.assert(
    fc.property(
      day,
      cabin,
      fc.integer({ min: 0, max: 320 }),
      fc.integer({ min: 0, max: 320 }),
      (departs, wanted, a, b) => {
        for (const flight of flightsOn('LHR', 'JFK', addDays('2027-01-01', departs))) {
          const [early, late] = [flight.day - Math.max(a, b), flight.day - Math.min(a, b)]
          const [before, after] = [seatsLeft(flight, wanted, early), seatsLeft(flight, wanted, late)]
          expect(after).toBeLessThanOrEqual(before)
          expect(before).toBeLessThanOrEqual(MAX_SEATS_TOLD)
          expect(after).toBeGreaterThanOrEqual(0)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('some flights have few seats, and some days of a route are sold out', () => {
  const today = dayNumber('2027-01-01')
  const days = Array.from({ length: 330 }, (_, at) => addDays('2027-01-02', at))
  const best = days.map((date) =>
    Math.max(0, ...flightsOn('MAD', 'EZE', date).map((flight) => seatsLeft(flight, 'ECONOMY', today))),
  )
  expect(best.filter((seats) => seats === 0).length).toBeGreaterThan(0)
  expect(best.filter((seats) => seats === 0).length).toBeLessThan(40)
  const all = days.flatMap((date) => flightsOn('LHR', 'JFK', date).map((flight) => seatsLeft(flight, 'ECONOMY', today)))
  for (const seats of [1, 4, 9]) expect(all).toContain(seats)
})
