import type { Order } from '../results/sort-by-measures.ts'
import { bestHotelScore } from './best.ts'
import type { HotelItem } from './hotel-item.ts'
import { isComparable, measuresOfTotal } from './total.ts'

export const hotelSorts = ['best', 'price', 'distance'] as const
export type HotelSort = (typeof hotelSorts)[number]

type Sortable = Pick<HotelItem, 'offer' | 'compared' | 'free'>

/**
 * Best value, lowest total, or nearest first. A total includes charges paid at the hotel, converted
 * where possible; of two equal totals, a total that excludes a charge comes later. Hotels whose price cannot be
 * compared come below all others in every order, sorted by price within each currency. Hotels of unknown distance come
 * last.
 *
 * @param lowestPrice of the whole list, before filtering
 */
export function hotelOrder(by: HotelSort, lowestPrice: number): Order<Sortable> {
  return { measuresOf: (item) => measuresOf(item, by, lowestPrice), keyOf }
}

function measuresOf({ offer: { hotel }, compared, free }: Sortable, by: HotelSort, lowestPrice: number): number[] {
  const total = measuresOfTotal(hotel.price, compared)
  const distance = hotel.distance_km ?? Number.POSITIVE_INFINITY
  const below = isComparable(compared) ? 0 : 1
  switch (by) {
    case 'best':
      return [below, -bestHotelScore(hotel, lowestPrice, compared.amount, free !== undefined), ...total, distance]
    case 'price':
      return [below, ...total, distance]
    case 'distance':
      return [below, distance, ...total]
  }
}

function keyOf({ offer: { hotel } }: Sortable): string {
  return `${hotel.hotel_id} ${hotel.id}`
}
