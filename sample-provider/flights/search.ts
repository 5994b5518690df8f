import type { Coverage } from './journeys/cabins.ts'
import type { Cabin, TravelerType } from './wire.ts'

export interface SearchTraveler {
  id: string
  type: TravelerType
  /** On whose lap an infant sits. */
  adultId?: string
}

/** Local minutes after midnight, both included. */
export interface TimeWindow {
  from: number
  until: number
}

/** One direction of a journey: where, when, and what it has to be like. */
export interface SearchBound {
  id: string
  /** Airports that the origin's and the destination's code stand for. */
  origins: readonly string[]
  destinations: readonly string[]
  /** Local days of departure, in order. */
  dates: readonly string[]
  departure?: TimeWindow
  arrival?: { dates: readonly string[]; window?: TimeWindow }
  /** Airports of which one change at least has to be, or none may be. */
  includedChanges?: ReadonlySet<string>
  excludedChanges?: ReadonlySet<string>
  cabin?: { cabin: Cabin; coverage: Coverage }
}

/** A flight search whose parameters have been checked. */
export interface FlightSearch {
  bounds: readonly SearchBound[]
  travelers: readonly SearchTraveler[]
  includedAirlines: ReadonlySet<string> | undefined
  excludedAirlines: ReadonlySet<string> | undefined
  mostChanges: 0 | 1 | 2
  /** No landing on the way, under one number neither. */
  nonStop: boolean
  currency: string
  /** Whole units of the currency for one adult. */
  maxPrice: number | undefined
  max: number
  /** Longest travel time, in percent of the shortest of its direction. */
  maxFlightTimePercent?: number
  conditions?: { includedCheckedBagsOnly?: boolean; refundableFare?: boolean; noPenaltyFare?: boolean }
  /** Every day of a range has an offer before any has a second one. */
  oneOfferPerDay?: boolean
  /** Says what one more checked bag costs. */
  chargeableBags?: boolean
}
