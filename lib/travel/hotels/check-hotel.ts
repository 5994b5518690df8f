import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { daysBetween } from '../offset-time.ts'
import { pricePerNight, splitPrice } from './price.ts'

/**
 * A hotel result whose figures agree with each other: nights and the price of a night are counted anew, so that what is
 * shown and compared never rests on a skill's sums. `undefined` when it cannot be: no night, no price, or parts that do
 * not add up to it.
 */
export function checkHotel(hotel: HotelResult): HotelResult | undefined {
  const nights = daysBetween(hotel.check_in, hotel.check_out)
  if (!(nights >= 1) || hotel.price.amount <= 0 || splitPrice(hotel) === undefined) return undefined
  return { ...hotel, nights, price_per_night: pricePerNight(hotel.price, nights) }
}
