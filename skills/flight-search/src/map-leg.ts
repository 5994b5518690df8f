import type { FlightSegment, Layover } from '#runner/contract/capabilities/flight-result.ts'
import type { AnswerContext } from './answer-context.ts'
import { BrokenOffer } from './broken-offer.ts'
import { fareAt } from './fare.ts'
import type { Itinerary, TimedLeg, TimedSegment } from './flight.ts'
import type { GivenFareDetails } from './given.ts'
import { segmentOf } from './map-segment.ts'

type Timed = Pick<TimedSegment, 'from' | 'to'>

/**
 * Maps the leg with these fare details; `before` is the number of earlier segments in the offer. Throws a BrokenOffer
 * when it has no flights, or an impossible one.
 */
export function legOf(
  itinerary: Itinerary,
  details: readonly GivenFareDetails[],
  before: number,
  context: AnswerContext,
): TimedLeg {
  const segments: FlightSegment[] = []
  const layovers: Layover[] = []
  let stops = 0
  let first: TimedSegment | undefined
  let last: TimedSegment | undefined
  for (const flight of itinerary) {
    if (flight === undefined) throw new BrokenOffer('no segment')
    const fare = fareAt(details, before + segments.length, flight.given.id, context.text)
    const next = segmentOf(flight, fare, context)
    if (last === undefined) first = next
    else layovers.push(layoverBetween(last, next))
    stops += next.segment.technical_stops
    segments.push(next.segment)
    last = next
  }
  if (first === undefined || last === undefined) throw new BrokenOffer('no segment')
  const leg = {
    departure: first.segment.departure,
    arrival: last.segment.arrival,
    duration_minutes: last.to.minutes - first.from.minutes,
    stops: stops + layovers.length,
    segments,
    layovers,
  }
  return { leg, from: first.from, to: last.to }
}

function layoverBetween(before: TimedSegment, after: TimedSegment): Layover {
  const { airport } = before.segment.arrival
  return {
    airport,
    duration_minutes: minutesBetween(before, after),
    changes_airport: after.segment.departure.airport !== airport,
  }
}

/** The time from one flight's end to the next one's start. Throws a BrokenOffer when they overlap. */
export function minutesBetween(before: Timed, after: Timed): number {
  const minutes = after.from.minutes - before.to.minutes
  if (minutes < 0) throw new BrokenOffer('leaves before the flight before it lands')
  return minutes
}
