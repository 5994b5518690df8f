import type { SegmentFare } from './fare.ts'
import type { GivenOffer, GivenSegment, GivenStop } from './given.ts'
import type { LocalTimes } from './local-times.ts'
import type { TimedSegment } from './map-segment.ts'
import { asArray, isRecord, remembering } from './read.ts'
import type { LocalTime } from './zoned.ts'

/** A flight as the provider gives it, with its times. Offers that have the same flight share it. */
export type Flight = {
  readonly given: NonNullable<GivenSegment>
  readonly leaves: LocalTime | undefined
  readonly lands: LocalTime | undefined
  /** What became of it, by the fare that it was booked in. */
  readonly segments: Map<SegmentFare | undefined, TimedSegment>
}

/** By itinerary, in their order. What cannot be a flight at all is `undefined`. */
export type OfferFlights = readonly (readonly (Flight | undefined)[])[]

/** Finds the flights of offers and notes their times, so that all offsets of an answer can be asked together. */
export function createFlightFinder(times: LocalTimes): (offer: GivenOffer) => OfferFlights {
  const find = remembering((given: GivenSegment): Flight | undefined => {
    if (!given || !isRecord(given)) return undefined
    const { departure, arrival, stops } = given
    if (stops !== undefined) noteStops(asArray(stops), times)
    return {
      given,
      leaves: times.at(departure?.iataCode, departure?.at),
      lands: times.at(arrival?.iataCode, arrival?.at),
      segments: new Map(),
    }
  })

  return (offer) => {
    const itineraries: (Flight | undefined)[][] = []
    for (const itinerary of asArray(offer?.itineraries)) {
      const flights: (Flight | undefined)[] = []
      for (const given of asArray(itinerary?.segments)) flights.push(find(given))
      itineraries.push(flights)
    }
    return itineraries
  }
}

function noteStops(stops: readonly GivenStop[], times: LocalTimes): void {
  for (const stop of stops) {
    times.at(stop?.iataCode, stop?.arrivalAt)
    times.at(stop?.iataCode, stop?.departureAt)
  }
}
