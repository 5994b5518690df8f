import type { Convert } from '../results/converted.ts'
import type { HotelOffer } from './hotel-offer.ts'

export function convertHotel(offer: HotelOffer, into: Convert): HotelOffer | undefined {
  const [price, price_per_night] = [into(offer.price), into(offer.hotel.price_per_night)]
  const parts = offer.hotel.price_parts.flatMap((part) => {
    const inList = into(part.price)
    return inList ? { ...part, price: inList } : []
  })
  if (price === undefined || price_per_night === undefined) return undefined
  return { ...offer, price, hotel: { ...offer.hotel, price, price_per_night, price_parts: parts } }
}
