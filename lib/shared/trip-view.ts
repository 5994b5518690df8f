import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { DataLabel, SkillInput } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'

/** A price and when a provider answered with it, in milliseconds since 1970. */
export type SeenPrice = Price & { seenAtMs: number }

type TripFacts = {
  id: string
  skill: string
  /** The query of the search, for the link back. */
  search: string
  data: DataLabel
  /** The price when it was saved. */
  saved: SeenPrice
  /** The price in the latest answer. The same object of facts as `saved` when no later answer had the offer. */
  latest: SeenPrice
  isPast: boolean
  /** The question whose answer has the present price. Absent: the search is no longer possible. */
  ask?: SkillInput
}
export type FlightTrip = TripFacts & { kind: 'flights'; flight: FlightResult }
export type StayTrip = TripFacts & { kind: 'hotels'; hotel: HotelResult }

/** A saved flight or stay as the Trips page shows it. */
export type TripView = FlightTrip | StayTrip
