import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { hashOf } from '../hash.ts'
import type { HotelOffer } from './hotel-offer.ts'

/**
 * Whether two offers are the same product: hotel, dates, room, board, rate and conditions are equal. Their ids differ,
 * because providers give each answer new ones.
 */
export const isSameStay = (one: HotelResult, other: HotelResult): boolean => stayProduct(one) === stayProduct(other)

/** What an offer sells, as a text that is equal for the same stay. */
export const stayProduct = (hotel: HotelResult): string => {
  const { hotel_id, check_in, check_out, rooms, room_guests, room, board, rate, payment, cancellation } = hotel
  const sold = [room.code, room.category, room.beds, room.bed_type, room.text, board, rate?.code, rate?.family]
  return JSON.stringify([
    hotel_id,
    check_in,
    check_out,
    room_guests ?? rooms,
    sold.map(String),
    payment?.kind,
    cancellation?.kind,
  ])
}

/**
 * An offer's key in the URL, equal for the same stay of the same provider in any answer. Differs for all offers that the
 * table of offers tells apart.
 */
export function stayKey({ source, hotel }: Pick<HotelOffer, 'source' | 'hotel'>): string {
  const { board_name, cancellation, rate } = hotel
  const until = cancellation?.kind === 'free' ? cancellation.until : undefined
  const terms = [board_name, until, rate?.category, rate?.audience, rate?.text]
  return hashOf(JSON.stringify([source, stayProduct(hotel), terms]))
}
