import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Found } from '../results/found.ts'

/** A hotel result with its source and other facts about the answer. */
export interface HotelOffer extends Found {
  hotel: HotelResult
}
