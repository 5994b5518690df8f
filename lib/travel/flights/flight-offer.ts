import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Found } from '../results/found.ts'

/** A flight result with its origin on the page. */
export interface FlightOffer extends Found {
  flight: FlightResult
}

/** A flight fits a search with the same number of directions. */
export const hasDirections =
  (directions: number) =>
  ({ flight }: FlightOffer): boolean =>
    flight.legs.length === directions
