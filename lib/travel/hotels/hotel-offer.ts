import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Found } from '../results/found.ts'

/** A hotel result with what the page knows of its origin. */
export interface HotelOffer extends Found {
  hotel: HotelResult
}
