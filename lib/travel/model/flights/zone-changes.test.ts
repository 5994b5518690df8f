import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { dayDifference, formatOffset } from '../offset-time.ts'
import { offsetMinutesAtInstant, toLocalTime } from '../zoned-time.ts'
import { groupFlights } from './itinerary.ts'
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

function legFrom(from: string, to: string, departureMs: number, arrivalMs: number): FlightLeg {
  const departure = { airport: 'AAA', time: write(from, departureMs) }
  const arrival = { airport: 'BBB', time: write(to, arrivalMs) }
  const carrier = { code: 'UA', name: 'United' }
  const segment = { departure, arrival, carrier, flight_number: '1', duration_minutes: 1, technical_stops: 0 }
  return { departure, arrival, duration_minutes: 1, stops: 0, segments: [segment], layovers: [] }
}

const about = { source: 's', data: 'live', cached: false, fetchedAtMs: 0 } as const

const zones = Intl.supportedValuesOf('timeZone')

it('durations and day differences are right at every clock change of a year, in flights from and to each zone', () => {
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
          const { offers } = readFlights(
            [makeFlight('1', { legs: [legFrom(from, to, departureMs, arrivalMs)] })],
            about,
          )
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

/** Zones on both sides of the date line, and a zone whose offset is not a whole hour. */
const farZones = [
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Auckland',
  'America/Adak',
  'Asia/Kathmandu',
] as const

it('a multi-city trip adds up elapsed time and stays in order, in any zones and across the date line', () => {
  const hops = fc.array(
    fc.record({
      zone: fc.constantFrom(...farZones),
      waitHours: fc.integer({ min: 0, max: 200 }),
      minutes: fc.integer({ min: 30, max: 20 * 60 }),
    }),
    { minLength: 2, maxLength: 6 },
  )
  let backwards = 0
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8000 }), hops, (hour, trip) => {
      let at = YEAR_START + hour * HOUR_MS
      const legs = trip.map(({ zone, waitHours, minutes }, index) => {
        const departureMs = at + waitHours * HOUR_MS
        at = departureMs + minutes * 60_000
        return legFrom(trip[index - 1]?.zone ?? 'Pacific/Kiritimati', zone, departureMs, at)
      })
      const { offers } = readFlights([makeFlight('1', { legs })], about)
      const [itinerary] = groupFlights(offers)
      expect(itinerary?.legs.map(({ duration_minutes }) => duration_minutes)).toEqual(
        trip.map(({ minutes }) => minutes),
      )
      expect(itinerary?.minutes).toBe(trip.reduce((sum, { minutes }) => sum + minutes, 0))
      if (legs.some(({ departure, arrival }) => arrival.time.slice(0, 16) < departure.time.slice(0, 16))) backwards++

      const swapped = readFlights([makeFlight('1', { legs: legs.toReversed() })], about)
      expect(swapped.offers).toEqual([])
    }),
  )
  // Some flights land before their departure by the local clocks.
  expect(backwards).toBeGreaterThan(0)
})
