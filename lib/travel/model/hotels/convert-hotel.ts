import type { Convert } from '../results/converted.ts'
import type { HotelOffer } from './hotel-offer.ts'

export function convertHotel(offer: HotelOffer, into: Convert): HotelOffer | undefined {
  const price = into(offer.price)
  const parts = offer.hotel.price_parts.flatMap((part) => {
    const inList = into(part.price)
    return inList ? { ...part, price: inList } : []
  })
  return price && { ...offer, price, hotel: { ...offer.hotel, price, price_parts: parts } }
}
