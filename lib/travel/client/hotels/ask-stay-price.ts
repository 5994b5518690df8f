import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { isSameStay } from '../../model/hotels/same-stay.ts'
import { askAgain, type SameIn } from '../price-check.ts'

export const sameStays =
  (wanted: HotelResult): SameIn =>
  ({ results, about }) =>
    readHotels(results, about).offers.filter(({ hotel }) => isSameStay(hotel, wanted))

export function askStayPrice(offer: HotelOffer, stay: Record<string, unknown>, signal: AbortSignal) {
  const params = { ...stay, hotel_id: offer.hotel.hotel_id }
  const call = { skill: offer.source, action: 'hotel_offers', params }
  return askAgain(call, offer, sameStays(offer.hotel), signal)
}
