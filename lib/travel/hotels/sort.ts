import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { sortByMeasures } from '../results/sort-by-measures.ts'
import { bestHotelScore } from './best.ts'

export const hotelSorts = ['best', 'price', 'distance'] as const
export type HotelSort = (typeof hotelSorts)[number]

/**
 * A sorted copy: best value, lowest total, or nearest first. Equal hotels keep one order whatever order they came in; those
 * of unknown distance come last.
 *
 * @param hotels all in one currency (`inOneCurrency`)
 * @param lowestPrice of the whole list, filtered or not
 */
export function sortHotels(hotels: readonly HotelResult[], by: HotelSort, lowestPrice: number): HotelResult[] {
  if (hotels.some(({ price }) => price.currency !== hotels[0]?.price.currency)) {
    throw new RangeError('hotels of several currencies cannot be compared')
  }
  return sortByMeasures(hotels, (hotel) => measuresOf(hotel, by, lowestPrice), keyOf)
}

function measuresOf(hotel: HotelResult, by: HotelSort, lowestPrice: number): number[] {
  const price = hotel.price.amount
  const distance = hotel.distance_km ?? Number.POSITIVE_INFINITY
  switch (by) {
    case 'best':
      return [-bestHotelScore(hotel, lowestPrice), price, distance]
    case 'price':
      return [price, distance]
    case 'distance':
      return [distance, price]
  }
}

function keyOf({ hotel_id, id }: HotelResult): string {
  return `${hotel_id} ${id}`
}
