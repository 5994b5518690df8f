'use client'

import { useQueryStates } from 'nuqs'
import { useEffect, useMemo, useState } from 'react'
import { type HotelFacets, type HotelFilters, narrowHotels, noHotelFilters } from '../../model/hotels/filters.ts'
import { type HotelFacts, hotelFacts } from '../../model/hotels/hotel-facts.ts'
import { groupHotels, type HotelGroup, type HotelItem } from '../../model/hotels/hotel-item.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { type HotelSort, hotelOrder, hotelSorts } from '../../model/hotels/sort.ts'
import { type Comparison, needsRates } from '../../model/hotels/total.ts'
import { type ListActions, type ListState, useListState } from '../use-list-state.ts'
import { type ListScheme, useResultList } from '../use-result-list.ts'
import { hotelList } from './hotel-list-query.ts'

export type HotelActions = ListActions<HotelFilters, HotelSort>

/** The order, filters and open row of a hotel list, stored in the URL. */
export function useHotelListState(): ListState<HotelFilters, HotelSort> {
  return useListState(useQueryStates(hotelList.parsers, { urlKeys: hotelList.urlKeys }), noHotelFilters)
}

export type HotelList = ReturnType<typeof useHotelList>

type Scheme = ListScheme<HotelOffer, HotelGroup, HotelItem, HotelFacts, HotelFilters, HotelFacets, HotelSort>

/** The longest time that a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** The hotels of a list, how their totals were compared, and the time for which their terms hold. */
export interface HotelGroups extends Comparison {
  all: readonly HotelGroup[]
  nowMs: number
}

/**
 * The hotels of these offers; free cancellation ends when its deadline passes. Belongs in a component above that of the
 * list, because React lets the page respond between the two.
 */
export function useHotelGroups(offers: readonly HotelOffer[], { currency, ...known }: Comparison): HotelGroups {
  const [nowMs, setNow] = useState(() => Date.now())
  const isMixed = useMemo(() => offers.some(({ hotel }) => needsRates(hotel, currency)), [offers, currency])
  // Rates that arrive after a list of one currency change nothing in it, so they must not group and sort it again.
  const rates = isMixed ? known.rates : null
  const all = useMemo(() => groupHotels(offers, { nowMs, currency, rates }), [offers, nowMs, currency, rates])
  useEffect(() => {
    const nextMs = Math.min(...all.flatMap((hotel) => hotel.rates.flatMap(({ free }) => free?.untilMs ?? [])))
    const timer = setTimeout(() => setNow(Date.now()), Math.min(nextMs - Date.now(), LONGEST_MS))
    return () => clearTimeout(timer)
  }, [all])
  return { all, nowMs, currency, rates }
}

/** The list of these offers, whose hotels are `all`. */
export function useHotelList(
  offers: readonly HotelOffer[],
  { all, nowMs, currency, rates }: HotelGroups,
  filters: HotelFilters,
  sort: HotelSort,
  waiting?: readonly HotelOffer[],
) {
  const { conditions } = filters
  const scheme = useMemo(
    (): Scheme => ({
      sorts: hotelSorts,
      group: (others) => groupHotels(others, { nowMs, currency, rates }),
      factsOf: (items) => hotelFacts(items, currency, conditions),
      narrow: narrowHotels,
      order: (by, { lowestPrice }) => hotelOrder(by, lowestPrice),
    }),
    [currency, rates, nowMs, conditions],
  )
  return useResultList(scheme, offers, all, filters, sort, waiting)
}
