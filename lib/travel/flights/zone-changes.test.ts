import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { dayDifference, formatOffset } from '../offset-time.ts'
import { offsetMinutesAtInstant, toLocalTime } from '../zoned-time.ts'
import { readFlights } from './read-flights.ts'
import { makeFlight } from './testing-flights.ts'

const YEAR_START = Date.UTC(2027, 0, 1)
const YEAR_END = Date.UTC(2028, 0, 1)
const HOUR_MS = 3_600_000

/** Every moment of the year at which a zone's clocks change. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(YEAR_START).toZonedDateTimeISO(zone)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= YEAR_END) return changes
    changes.push(next.epochMilliseconds)
    at = next
  }
}

const write = (zone: string, instantMs: number) =>
  `${toLocalTime(zone, instantMs)}${formatOffset(offsetMinutesAtInstant(zone, instantMs))}`

function flightFrom(from: string, to: string, departureMs: number, arrivalMs: number): FlightResult {
  const departure = { airport: 'AAA', time: write(from, departureMs) }
  const arrival = { airport: 'BBB', time: write(to, arrivalMs) }
  const carrier = { code: 'UA', name: 'United' }
  const segment = { departure, arrival, carrier, flight_number: '1', duration_minutes: 1, technical_stops: 0 }
  const leg = { departure, arrival, duration_minutes: 1, stops: 0, segments: [segment], layovers: [] }
  return makeFlight('1', { legs: [leg] })
}

const zones = Intl.supportedValuesOf('timeZone')

it('durations and days are right across every change of every clock in a year, into and out of the zone', () => {
  let changes = 0
  for (const zone of zones) {
    for (const change of changesOf(zone)) {
      changes++
      for (const hours of [0.5, 3, 9.25, 14]) {
        for (const [from, to] of [
          [zone, zone],
          [zone, 'Asia/Tokyo'],
          ['America/Los_Angeles', zone],
          ['Pacific/Kiritimati', zone],
        ] as const) {
          const departureMs = change - (hours / 2) * HOUR_MS
          const arrivalMs = departureMs + hours * HOUR_MS
          const { offers } = readFlights([flightFrom(from, to, departureMs, arrivalMs)], {
            source: 's',
            data: 'live',
            cached: false,
            fetchedAtMs: 0,
          })
          const leg = offers[0]?.flight.legs[0]
          expect(leg?.duration_minutes, `${from} to ${to} at ${change}`).toBe(hours * 60)
          const days =
            (Date.parse(toLocalTime(to, arrivalMs).slice(0, 10)) -
              Date.parse(toLocalTime(from, departureMs).slice(0, 10))) /
            86_400_000
          expect(dayDifference(leg?.departure.time ?? '', leg?.arrival.time ?? '')).toBe(days)
        }
      }
    }
  }
  // Summer time alone gives more than a hundred zones two changes each.
  expect(changes).toBeGreaterThan(100)
})
