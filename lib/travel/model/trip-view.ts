import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { DataLabel, SkillInput } from '#runner/contract/skill-io.ts'
import type { Price } from '#runner/contract/travel-fields.ts'

/** A price, and the time of the provider's answer with it, in milliseconds since 1970. */
export type SeenPrice = Price & { seenAtMs: number }

type TripFacts = {
  id: string
  skill: string
  /** The query string of the search, for the link to its results. */
  search: string
  data: DataLabel
  /** The price when the offer was saved. */
  saved: SeenPrice
  /** The price in the latest answer that had the offer. Equal to `saved` if no later answer had it. */
  latest: SeenPrice
  isPast: boolean
  /** Present if the person booked the offer elsewhere. `code`: the booking reference, if the person gave one. */
  booking?: { code?: string }
  /** The input of the search that returns the current price. Absent if the search is no longer possible. */
  ask?: SkillInput
}
export type FlightTrip = TripFacts & { kind: 'flights'; flight: FlightResult }
/** `today` is the date at the hotel when the list was made, because the stay does not include the hotel's time zone. */
export type StayTrip = TripFacts & { kind: 'hotels'; hotel: HotelResult; today: string }

/** A saved flight or stay as the Trips page shows it. */
export type TripView = FlightTrip | StayTrip
