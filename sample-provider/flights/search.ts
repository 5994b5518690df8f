import { z } from 'zod'

export const cabinSchema = z.enum(['ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS', 'FIRST'])
export type Cabin = z.infer<typeof cabinSchema>

export const travelerTypeSchema = z.enum(['ADULT', 'CHILD', 'HELD_INFANT'])
export type TravelerType = z.infer<typeof travelerTypeSchema>

export interface SearchTraveler {
  id: string
  type: TravelerType
  /** The adult with the infant on the lap. */
  adultId?: string
}

/** One direction of a journey. */
export interface SearchBound {
  /** The airports of the origin's and the destination's code. */
  origins: readonly string[]
  destinations: readonly string[]
  /** The local day of departure. */
  date: string
  /** Required for most of the flight time. */
  cabin?: Cabin | undefined
}

/** A flight search with checked parameters. */
export interface FlightSearch {
  bounds: readonly SearchBound[]
  travelers: readonly SearchTraveler[]
  /** No change of flights. */
  nonStop: boolean
  currency: string
  max: number
}
