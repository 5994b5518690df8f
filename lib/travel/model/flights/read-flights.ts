import type { FlightLeg, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { flightRules } from '#runner/contract/capabilities/flight-rules.ts'
import { isFlightResult } from '../generated/flight-offer.ts'
import { minutesBetween } from '../offset-time.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import { finish, type Steps } from '../steps.ts'
import type { FlightOffer } from './flight-offer.ts'

/** More than any answer has. */
const maxFlights = 1_000

/** The offers in one source's untrusted answer, with clean texts and recomputed times. */
export function* readFlightsInSteps(results: readonly unknown[], about: Origin): Steps<ReadAnswer<FlightOffer>> {
  const { kept, leftOut } = yield* readResults(results, isFlight, recountFlight, maxFlights)
  const offers = kept.map((flight) => ({
    ...about,
    key: `${about.source}~${flight.id}`,
    price: flight.price,
    flight,
  }))
  return { offers, leftOut }
}

export const readFlights = (results: readonly unknown[], about: Origin): ReadAnswer<FlightOffer> =>
  finish(readFlightsInSteps(results, about))

/** Whether a value matches the contract's schema. Fills in defaults. */
const isFlight = (value: unknown): value is FlightResult => isFlightResult(value) && flightRules(value).length === 0

/**
 * A flight of the contract with durations, waits and stops recomputed from instants, so that no display or comparison
 * relies on the provider's sums.
 */
function recountFlight(flight: FlightResult): FlightResult {
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
