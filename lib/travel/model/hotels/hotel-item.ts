import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { type RoomGuests, roomsOf } from '#runner/contract/capabilities/room-guests.ts'
import { hashOf } from '../hash.ts'
import { type Order, sortByMeasures } from '../results/sort-by-measures.ts'
import { type FreeCancellation, freeCancellation } from './cancellation.ts'
import { type HotelOffer, isForAnyone } from './hotel-offer.ts'
import { type ComparedTotal, type Comparison, comparedTotal, measuresOfTotal } from './total.ts'

/** A hotel of a list with its offers, the lowest total first. */
export interface HotelGroup {
  key: string
  rates: readonly [HotelItem, ...HotelItem[]]
}

/** A hotel with one of its offers, as a row shows it. */
export interface HotelItem {
  /** Identical for the same hotel in any answer, because the URL contains it. */
  key: string
  offer: HotelOffer
  /** The deadline for free cancellation of that offer. */
  free: FreeCancellation | undefined
  /** The comparable total of that offer. */
  compared: ComparedTotal
}

/**
 * One group for each hotel, in an order independent of the input order. A building that a provider lists under several
 * ids is one hotel.
 */
export function groupHotels(
  offers: readonly HotelOffer[],
  { nowMs, ...comparison }: Comparison & { nowMs: number },
): HotelGroup[] {
  const hotels = Map.groupBy(offers, ({ hotel }) => identityOf(hotel))
  return [...hotels]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([identity, all]) => {
      const key = hashOf(identity)
      const [first, ...others] = sortByMeasures(
        all.map((offer): HotelItem => {
          const { hotel } = offer
          const free = freeCancellation(hotel.cancellation, nowMs)
          return { key, offer, free, compared: comparedTotal(hotel, comparison) }
        }),
        cheapestFirst,
      )
      return first ? [{ key, rates: [first, ...others] }] : []
    })
}

function identityOf({ provider, hotel_id, property_id }: HotelResult): string {
  const building = property_id === undefined ? `id ${hotel_id}` : `building ${property_id}`
  return `${provider} ${building}`
}

/** The key of the hotel in the URL. */
export const hotelKey = (hotel: HotelResult): string => hashOf(identityOf(hotel))

type Stay = Pick<HotelSearch, 'check_in' | 'check_out' | 'adults' | 'child_ages' | 'rooms' | 'room_guests'>

/** Whether an offer is for the requested stay. Rooms with different guests need as many adults as requested in each. */
export function isForStay(stay: Stay): (offer: HotelOffer) => boolean {
  const { check_in, check_out, room_guests } = stay
  const adultsOf = (rooms: readonly RoomGuests[]) => rooms.map(({ adults }) => adults).join()
  const rooms = roomsOf(stay)
  return ({ hotel }) =>
    hotel.check_in === check_in &&
    hotel.check_out === check_out &&
    hotel.rooms === rooms.length &&
    (room_guests === undefined || adultsOf(roomsOf({ ...hotel, ...hotel.guests })) === adultsOf(rooms))
}

/** The offers of one hotel: first those that anyone can book, the lowest total first; incomparable ones come last. */
export function sortOffers(offers: readonly HotelOffer[], comparison: Comparison): HotelOffer[] {
  const measuresOf = ({ hotel }: HotelOffer) => [
    isForAnyone(hotel) ? 0 : 1,
    ...measuresOfTotal(hotel.price, comparedTotal(hotel, comparison)),
  ]
  return sortByMeasures(offers, { measuresOf, keyOf: ({ key }) => key })
}

const cheapestFirst: Order<HotelItem> = {
  measuresOf: ({ offer, compared }) => measuresOfTotal(offer.price, compared),
  keyOf: ({ offer }) => offer.key,
}
