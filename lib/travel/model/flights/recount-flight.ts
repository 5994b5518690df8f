import type { FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { minutesBetween } from '../offset-time.ts'

/**
 * A flight of the contract with durations, waits and stops recomputed from instants, so that no display or comparison
 * relies on the provider's sums.
 */
export function recountFlight(flight: FlightResult): FlightResult {
  const legs = flight.legs.map(recountLeg)
  const [first] = legs
  if (first === undefined) return flight
  const { departure, arrival, stops, duration_minutes } = first
  return { ...flight, legs, departure: departure.time, arrival: arrival.time, stops, duration_minutes }
}

function recountLeg(leg: FlightLeg): FlightLeg {
  const segments: FlightSegment[] = []
  const layovers: FlightLeg['layovers'] = []
  for (const segment of leg.segments) {
    const before = segments.at(-1)
    if (before) {
      const { airport } = before.arrival
      const told = leg.layovers[layovers.length]
      layovers.push({
        airport,
        duration_minutes: minutesFrom(before.arrival, segment.departure),
        changes_airport: airport !== segment.departure.airport,
        // Only the provider knows whether the flights are on separate tickets.
        ...(told?.airport === airport && told.self_transfer && { self_transfer: true }),
      })
    }
    segments.push({ ...segment, duration_minutes: minutesFrom(segment.departure, segment.arrival) })
  }
  const departure = segments[0]?.departure ?? leg.departure
  const arrival = segments.at(-1)?.arrival ?? leg.arrival
  const stops = layovers.length + segments.reduce((sum, segment) => sum + segment.technical_stops, 0)
  return { departure, arrival, duration_minutes: minutesFrom(departure, arrival), stops, segments, layovers }
}

/** The contract has validated both times. */
function minutesFrom(from: FlightLeg['departure'], to: FlightLeg['arrival']): number {
  return minutesBetween(from.time, to.time) ?? 0
}
