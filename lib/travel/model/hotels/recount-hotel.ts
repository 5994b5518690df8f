import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { agreedCancellation } from '#runner/contract/capabilities/stated-loss.ts'
import { nightsBetween } from '#runner/contract/nights-between.ts'
import { pricePerNight } from './price.ts'

/**
 * A hotel of the contract with recomputed nights, price per night and terms: the display relies neither on a skill's sums,
 * nor on terms that contradict the words of the rate.
 */
export function recountHotel(hotel: HotelResult): HotelResult {
  const nights = nightsBetween(hotel.check_in, hotel.check_out)
  const price_per_night = pricePerNight(hotel.price, nights)
  const cancellation = agreedCancellation(hotel)
  return { ...hotel, nights, price_per_night, ...(cancellation && { cancellation }) }
}
