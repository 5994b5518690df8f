import type { Flight, Itinerary } from './flight.ts'
import type { GivenItinerary, GivenOffer, GivenSegment, GivenStop } from './given.ts'
import type { LocalTimes } from './local-times.ts'
import { asArray, isRecord, remembering } from './read.ts'

/** Finds the flights of offers and notes their times, so that all offsets of an answer can be asked together. */
export function createFlightFinder(times: LocalTimes): (offer: GivenOffer) => readonly Itinerary[] {
  const flightOf = remembering((given: GivenSegment): Flight | undefined => {
    if (!given || !isRecord(given)) return undefined
    const { departure, arrival, stops } = given
    if (stops !== undefined) noteStops(asArray(stops), times)
    return {
      given,
      leaves: times.at(departure?.iataCode, departure?.at),
      lands: times.at(arrival?.iataCode, arrival?.at),
      booked: [],
    }
  })
  const itineraryOf = remembering((given: GivenItinerary): Itinerary => {
    const flights: (Flight | undefined)[] = []
    for (const segment of asArray(given?.segments)) flights.push(flightOf(segment))
    return { flights, booked: [] }
  })

  return (offer) => {
    const found: Itinerary[] = []
    for (const given of asArray(offer?.itineraries)) {
      const itinerary = itineraryOf(given)
      if (itinerary !== undefined) found.push(itinerary)
    }
    return found
  }
}

function noteStops(stops: readonly GivenStop[], times: LocalTimes): void {
  for (const stop of stops) {
    times.at(stop?.iataCode, stop?.arrivalAt)
    times.at(stop?.iataCode, stop?.departureAt)
  }
}
