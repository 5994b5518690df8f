import type { FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { minutesBetween } from '../offset-time.ts'

/** No journey in one direction takes longer; an axis and a slider have to hold it. */
const LONGEST_LEG_MINUTES = 7 * 24 * 60

/**
 * A flight whose times agree with each other: durations, waits and stops are counted anew between instants, so that what is
 * shown and compared never rests on a provider's sums. `undefined` when it cannot be: it arrives before it leaves, goes on
 * before it has arrived, ends elsewhere than its last segment, takes more than a week, or costs nothing.
 */
export function checkFlight(flight: FlightResult): FlightResult | undefined {
  if (flight.price.amount <= 0) return undefined
  const legs: FlightLeg[] = []
  for (const leg of flight.legs) {
    const checked = checkLeg(leg)
    const before = legs.at(-1)
    if (!checked || (before && (minutesBetween(before.arrival.time, checked.departure.time) ?? -1) < 0))
      return undefined
    legs.push(checked)
  }
  const first = legs[0]
  if (!first) return undefined
  return {
    ...flight,
    legs,
    departure: first.departure.time,
    arrival: first.arrival.time,
    stops: first.stops,
    duration_minutes: first.duration_minutes,
  }
}

function checkLeg(leg: FlightLeg): FlightLeg | undefined {
  const segments: FlightSegment[] = []
  const layovers: FlightLeg['layovers'] = []
  for (const segment of leg.segments) {
    const duration_minutes = minutesBetween(segment.departure.time, segment.arrival.time) ?? 0
    if (duration_minutes <= 0) return undefined
    const before = segments.at(-1)
    if (before) {
      const wait = minutesBetween(before.arrival.time, segment.departure.time) ?? -1
      if (wait < 0) return undefined
      const changes_airport = before.arrival.airport !== segment.departure.airport
      layovers.push({ airport: before.arrival.airport, duration_minutes: wait, changes_airport })
    }
    segments.push({ ...segment, duration_minutes })
  }
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last || leg.departure.airport !== first.departure.airport) return undefined
  if (leg.arrival.airport !== last.arrival.airport) return undefined
  const duration_minutes = minutesBetween(first.departure.time, last.arrival.time) ?? 0
  if (duration_minutes > LONGEST_LEG_MINUTES) return undefined
  const stops = layovers.length + segments.reduce((sum, segment) => sum + segment.technical_stops, 0)
  return { departure: first.departure, arrival: last.arrival, duration_minutes, stops, segments, layovers }
}
