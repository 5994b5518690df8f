import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { hashOf } from '../hash.ts'
import { type FreeCancellation, freeCancellation } from './cancellation.ts'
import type { HotelOffer } from './hotel-offer.ts'

/** One hotel of a list with its cheapest offer. */
export interface HotelItem {
  /** The same for the same hotel in any answer: it goes in the address. */
  key: string
  offer: HotelOffer
  /** The last moment at which cancelling that offer is free. */
  free: FreeCancellation | undefined
}

/**
 * One item for each hotel, with the cheapest of its offers, in an order that does not depend on theirs. A building that a provider
 * lists under several ids is one hotel.
 */
export function groupHotels(offers: readonly HotelOffer[], nowMs: number): HotelItem[] {
  const cheapest = new Map<string, HotelOffer>()
  for (const offer of offers) {
    const { provider, hotel_id, property_id } = offer.hotel
    const building = property_id === undefined ? `id ${hotel_id}` : `building ${property_id}`
    const identity = `${provider} ${building}`
    const other = cheapest.get(identity)
    if (!other || isCheaper(offer, other)) cheapest.set(identity, offer)
  }
  return [...cheapest]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([identity, offer]) => ({
      key: hashOf(identity),
      offer,
      free: freeCancellation(offer.hotel.cancellation, nowMs),
    }))
}

/** Whether an offer is for the stay that was asked for. */
export const isForStay =
  ({ check_in, check_out, rooms }: Pick<HotelSearch, 'check_in' | 'check_out' | 'rooms'>) =>
  ({ hotel }: HotelOffer): boolean =>
    hotel.check_in === check_in && hotel.check_out === check_out && hotel.rooms === rooms

function isCheaper(a: HotelOffer, b: HotelOffer): boolean {
  return a.price.amount < b.price.amount || (a.price.amount === b.price.amount && a.key < b.key)
}
