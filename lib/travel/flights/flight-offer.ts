import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Found } from '../results/found.ts'

/** A flight result with what the page knows of its origin. */
export interface FlightOffer extends Found {
  flight: FlightResult
}

/** A flight answers a search when it has as many directions. */
export const hasDirections =
  (directions: number) =>
  ({ flight }: FlightOffer): boolean =>
    flight.legs.length === directions
