import { broken } from '#runner/sdk/broken-offer.ts'
import { legOf, type TimedLeg } from '#runner/sdk/flight-legs.ts'
import type { AnswerContext } from './answer-context.ts'
import { fareAt } from './fare.ts'
import type { Itinerary } from './flight.ts'
import type { GivenFareDetails } from './given.ts'
import { segmentOf } from './map-segment.ts'

/**
 * Maps a leg. `details`: the fare details of all segments of the offer. `before`: the number of segments before this
 * leg. Throws a BrokenOffer when the leg has no flights, or an impossible one.
 */
export function mapLeg(
  itinerary: Itinerary,
  details: readonly GivenFareDetails[],
  before: number,
  context: AnswerContext,
): TimedLeg {
  const flights = itinerary.map((flight) => flight ?? broken('no segment'))
  const spans = context.flightTimes.spansOf(flights)
  return legOf(
    flights.map((flight, at) =>
      segmentOf(flight, spans[at], fareAt(details, before + at, flight.given.id, context.text), context),
    ),
  )
}
