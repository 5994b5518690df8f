import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import type { Found } from '../results/found.ts'

/** A flight result with its source and other facts about the answer. */
export interface FlightOffer extends Found {
  flight: FlightResult
}

/** The airports where a flight from or to a place may start or end, by the place's code. */
export type AirportsByPlace = Readonly<Record<string, readonly string[]>>

/**
 * Whether an offer is for the requested trip: one flight for each of its slices, departing on that day, from and to
 * airports of its places.
 */
export const isForTrip =
  (slices: readonly FlightSlice[], airports: AirportsByPlace) =>
  ({ flight: { legs } }: FlightOffer): boolean =>
    legs.length === slices.length &&
    slices.every(({ origin, destination, date }, at) => {
      const leg = legs[at]
      return (
        leg?.departure.time.slice(0, date.length) === date &&
        airports[origin]?.includes(leg.departure.airport) === true &&
        airports[destination]?.includes(leg.arrival.airport) === true
      )
    })
