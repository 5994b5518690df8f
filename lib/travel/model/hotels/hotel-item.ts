import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { hashOf } from '../hash.ts'
import { firstByMeasures, type Order, sortByMeasures } from '../results/sort-by-measures.ts'
import { type FreeCancellation, freeCancellation } from './cancellation.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { type ComparedTotal, type Comparison, comparedTotal, measuresOfTotal } from './total.ts'

/** A hotel of a list with its cheapest offer. */
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
 * One item for each hotel, with its cheapest offer, in an order independent of the input order. A building that a
 * provider lists under several ids is one hotel.
 */
export function groupHotels(
  offers: readonly HotelOffer[],
  { nowMs, ...comparison }: Comparison & { nowMs: number },
): HotelItem[] {
  const cheapest = new Map<string, Candidate>()
  for (const offer of offers) {
    const identity = identityOf(offer.hotel)
    const candidate = { offer, compared: comparedTotal(offer.hotel, comparison) }
    const other = cheapest.get(identity)
    if (!other || isCheaper(candidate, other)) cheapest.set(identity, candidate)
  }
  return [...cheapest]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { offer, compared }]) => ({
      key: hotelKey(offer.hotel),
      offer,
      compared,
      free: freeCancellation(offer.hotel.cancellation, nowMs),
    }))
}

function identityOf({ provider, hotel_id, property_id }: HotelResult): string {
  const building = property_id === undefined ? `id ${hotel_id}` : `building ${property_id}`
  return `${provider} ${building}`
}

/** The key of the hotel in the URL. */
export const hotelKey = (hotel: HotelResult): string => hashOf(identityOf(hotel))

/** Whether an offer is for the requested stay. */
export const isForStay =
  ({ check_in, check_out, rooms }: Pick<HotelSearch, 'check_in' | 'check_out' | 'rooms'>) =>
  ({ hotel }: HotelOffer): boolean =>
    hotel.check_in === check_in && hotel.check_out === check_out && hotel.rooms === rooms

/** The offers of one hotel, the lowest total first; those that cannot be compared come last. */
export function sortOffers(offers: readonly HotelOffer[], comparison: Comparison): HotelOffer[] {
  const measuresOf = ({ hotel }: HotelOffer) => measuresOfTotal(hotel.price, comparedTotal(hotel, comparison))
  return sortByMeasures(offers, { measuresOf, keyOf: ({ key }) => key })
}

type Candidate = Pick<HotelItem, 'offer' | 'compared'>

const cheapestFirst: Order<Candidate> = {
  measuresOf: ({ offer, compared }) => measuresOfTotal(offer.price, compared),
  keyOf: ({ offer }) => offer.key,
}

const isCheaper = (a: Candidate, b: Candidate): boolean => firstByMeasures([a, b], cheapestFirst) === a
