'use client'

import { chainNamesOf } from '../../travel/hotels/chain-names.ts'
import { type HotelFacets, type HotelFilters, narrowHotels } from '../../travel/hotels/filters.ts'
import { groupHotels, type HotelItem } from '../../travel/hotels/hotel-item.ts'
import type { HotelOffer } from '../../travel/hotels/hotel-offer.ts'
import { type HotelSort, hotelSorts, sortHotels } from '../../travel/hotels/sort.ts'
import { type Bounds, niceBounds } from '../../travel/results/bounds.ts'
import { type ListScheme, type ResultList, useResultList } from '../use-result-list.ts'

export type HotelList = ResultList<HotelItem, HotelItem, HotelFacts, HotelFilters, HotelFacets, HotelSort>

export interface HotelFacts {
  lowestPrice: number
  price: Bounds | undefined
  distance: Bounds | undefined
  /** By code. */
  chainNames: Record<string, string>
}

const scheme: ListScheme<HotelOffer, HotelItem, HotelItem, HotelFacts, HotelFilters, HotelFacets, HotelSort> = {
  sorts: hotelSorts,
  group: (offers) => groupHotels(offers, Date.now()),
  factsOf,
  narrow: narrowHotels,
  sort: sortItems,
}

export function useHotelList(offers: readonly HotelOffer[], filters: HotelFilters, sort: HotelSort): HotelList {
  return useResultList(scheme, offers, filters, sort)
}

function sortItems(items: readonly HotelItem[], by: HotelSort, { lowestPrice }: HotelFacts): HotelItem[] {
  const byHotel = new Map(items.map((item) => [item.offer.hotel, item]))
  const hotels = sortHotels([...byHotel.keys()], by, lowestPrice)
  return hotels.flatMap((hotel) => byHotel.get(hotel) ?? [])
}

function factsOf(items: readonly HotelItem[]): HotelFacts {
  const prices = items.map(({ offer }) => offer.price.amount)
  return {
    lowestPrice: Math.min(...prices),
    price: niceBounds(prices),
    distance: niceBounds(items.flatMap(({ offer }) => offer.hotel.distance_km ?? [])),
    chainNames: chainNamesOf(items),
  }
}
