import type { StatedFlight } from '#runner/sdk/flight-times.ts'
import type { LocalTimes } from '#runner/sdk/local-times.ts'
import { asArray, isRecord } from '#runner/sdk/read-json.ts'
import type { GivenOffer, GivenSegment, GivenStop } from './given.ts'

/** Finds the flights of an offer and notes their times, so that all offsets of an answer can be requested together. */
export function findFlights(offer: GivenOffer, times: LocalTimes): readonly Itinerary[] {
  return asArray(offer?.itineraries).map((itinerary) =>
    asArray(itinerary?.segments).map((segment) => flightOf(segment, times)),
  )
}

function flightOf(given: GivenSegment, times: LocalTimes): Flight | undefined {
  if (!given || !isRecord(given)) return undefined
  const { departure, arrival } = given
  noteStops(asArray(given.stops), times)
  return {
    given,
    leaves: times.at(departure?.iataCode, departure?.at),
    lands: times.at(arrival?.iataCode, arrival?.at),
    duration: given.duration,
  }
}

function noteStops(stops: readonly GivenStop[], times: LocalTimes): void {
  for (const stop of stops) {
    times.at(stop?.iataCode, stop?.arrivalAt)
    times.at(stop?.iataCode, stop?.departureAt)
  }
}

/** A flight as the provider sent it, with its times. */
export type Flight = StatedFlight & { readonly given: NonNullable<GivenSegment> }

/** The flights in one direction. An entry that cannot be a flight is `undefined`. */
export type Itinerary = readonly (Flight | undefined)[]
