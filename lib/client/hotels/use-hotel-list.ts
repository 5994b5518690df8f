'use client'

import { useDeferredValue, useMemo } from 'react'
import { chainNamesOf } from '../../travel/hotels/chain-names.ts'
import { type HotelFacets, type HotelFilters, narrowHotels } from '../../travel/hotels/filters.ts'
import { groupHotels, type HotelItem } from '../../travel/hotels/hotel-item.ts'
import type { HotelOffer } from '../../travel/hotels/hotel-offer.ts'
import { type HotelSort, sortHotels } from '../../travel/hotels/sort.ts'
import { type Bounds, niceBounds } from '../../travel/results/bounds.ts'

export interface HotelList {
  /** All that was found, filtered or not. */
  all: HotelItem[]
  facts: HotelFacts
  facets: HotelFacets
  /** What passes the filters, in order. */
  items: HotelItem[]
  /** What each order puts first. */
  first: Record<HotelSort, HotelItem | undefined>
  /** The filters that `items` and `facets` are of: those before, as long as `isStale`. */
  filters: HotelFilters
  isStale: boolean
}

/** What holds for the whole list, so that filters move nothing. */
export interface HotelFacts {
  lowestPrice: number
  price: Bounds | undefined
  distance: Bounds | undefined
  /** By code. */
  chainNames: Record<string, string>
}

/** The list of `offers`. Filters answer at once; the rows follow as soon as there is time, so that no thumb waits for them. */
export function useHotelList(offers: readonly HotelOffer[], filters: HotelFilters, sort: HotelSort): HotelList {
  const all = useMemo(() => groupHotels(offers, Date.now()), [offers])
  const facts = useMemo(() => factsOf(all), [all])
  const settled = useDeferredValue(filters)
  const { items, facets } = useMemo(() => narrowHotels(all, settled), [all, settled])
  const sorted = useMemo(
    () => ({
      best: sortItems(items, 'best', facts.lowestPrice),
      price: sortItems(items, 'price', facts.lowestPrice),
      distance: sortItems(items, 'distance', facts.lowestPrice),
    }),
    [items, facts],
  )
  const first = { best: sorted.best[0], price: sorted.price[0], distance: sorted.distance[0] }
  return { all, facts, facets, items: sorted[sort], first, filters: settled, isStale: settled !== filters }
}

function sortItems(items: readonly HotelItem[], by: HotelSort, lowestPrice: number): HotelItem[] {
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
