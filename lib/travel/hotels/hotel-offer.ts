import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Found } from '../results/found.ts'

/** A hotel result with its origin on the page. */
export interface HotelOffer extends Found {
  hotel: HotelResult
}
