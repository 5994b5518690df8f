import type { Cabin } from '../wire.ts'

/** A flight search whose parameters have been checked. */
export interface FlightSearch {
  /** Airports that the origin's and the destination's code stand for. */
  origins: readonly string[]
  destinations: readonly string[]
  departureDate: string
  returnDate: string | undefined
  adults: number
  children: number
  infants: number
  travelClass: Cabin | undefined
  includedAirlines: ReadonlySet<string> | undefined
  excludedAirlines: ReadonlySet<string> | undefined
  nonStop: boolean
  currency: string
  maxPrice: number | undefined
  max: number
}
