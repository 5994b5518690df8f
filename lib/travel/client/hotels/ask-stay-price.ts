import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { isSameStay } from '../../model/hotels/same-stay.ts'
import { comparePrice, type PriceCheck } from '../price-check.ts'
import { openHotelOffers } from './open-hotel-offers.ts'

/** Asks the provider of an offer for its price again, and compares the prices. Never rejects. */
export async function askStayPrice(
  offer: HotelOffer,
  stay: Record<string, unknown>,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<PriceCheck> {
  const wanted = { source: offer.source, hotelId: offer.hotel.hotel_id, stay, isFresh: true }
  const answer = await openHotelOffers(wanted, fetch, signal)
  if (answer.state === 'failed') return answer
  return comparePrice(
    offer,
    answer.offers.filter(({ hotel }) => isSameStay(hotel, offer.hotel)),
  )
}
