import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { nightsBetween } from '#runner/contract/nights-between.ts'
import { pricePerNight } from './price.ts'

/** A hotel of the contract with recomputed nights and price per night: the display never relies on a skill's sums. */
export function recountHotel(hotel: HotelResult): HotelResult {
  const nights = nightsBetween(hotel.check_in, hotel.check_out)
  return { ...hotel, nights, price_per_night: pricePerNight(hotel.price, nights) }
}
