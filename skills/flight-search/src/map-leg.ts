import { BrokenOffer } from '#runner/sdk/broken-offer.ts'
import { legOf, type TimedLeg, type TimedSegment } from '#runner/sdk/flight-legs.ts'
import type { AnswerContext } from './answer-context.ts'
import { fareAt } from './fare.ts'
import type { Itinerary } from './flight.ts'
import type { GivenFareDetails } from './given.ts'
import { segmentOf } from './map-segment.ts'

/**
 * Maps the leg with these fare details; `before` is the number of earlier segments in the offer. Throws a BrokenOffer
 * when it has no flights, or an impossible one.
 */
export function mapLeg(
  itinerary: Itinerary,
  details: readonly GivenFareDetails[],
  before: number,
  context: AnswerContext,
): TimedLeg {
  const flights: TimedSegment[] = []
  for (const flight of itinerary) {
    if (flight === undefined) throw new BrokenOffer('no segment')
    const fare = fareAt(details, before + flights.length, flight.given.id, context.text)
    flights.push(segmentOf(flight, fare, context))
  }
  return legOf(flights)
}
