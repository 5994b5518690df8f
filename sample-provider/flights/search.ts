import type { Cabin, TravelerType } from './wire.ts'

export interface SearchTraveler {
  id: string
  type: TravelerType
  /** On whose lap an infant sits. */
  adultId?: string
}

/** One direction of a journey. */
export interface SearchBound {
  /** Airports that the origin's and the destination's code stand for. */
  origins: readonly string[]
  destinations: readonly string[]
  /** The local day of departure. */
  date: string
  /** Wanted for most of the flight time. */
  cabin?: Cabin | undefined
}

/** A flight search whose parameters have been checked. */
export interface FlightSearch {
  bounds: readonly SearchBound[]
  travelers: readonly SearchTraveler[]
  /** No change, and no landing on the way under one number. */
  nonStop: boolean
  currency: string
  max: number
}
