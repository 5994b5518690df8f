import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { nightsBetween } from '#runner/contract/travel-fields.ts'
import { pricePerNight } from './price.ts'

/** A hotel of the contract with its nights and the price of a night counted anew: what is shown never rests on a skill's sums. */
export function recountHotel(hotel: HotelResult): HotelResult {
  const nights = nightsBetween(hotel.check_in, hotel.check_out)
  return { ...hotel, nights, price_per_night: pricePerNight(hotel.price, nights) }
}
