'use client'

import { useEffect, useMemo, useState } from 'react'
import { chainNamesOf } from '../../model/hotels/chain-names.ts'
import { type HotelFacets, type HotelFilters, narrowHotels } from '../../model/hotels/filters.ts'
import { groupHotels, type HotelItem } from '../../model/hotels/hotel-item.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { type HotelSort, hotelOrder, hotelSorts } from '../../model/hotels/sort.ts'
import { type Comparison, isComparable } from '../../model/hotels/total.ts'
import { shownInRow } from '../../model/hotels/total-words.ts'
import { wholeCurrencies } from '../../model/money.ts'
import { type Bounds, niceBounds } from '../../model/results/bounds.ts'
import { type ListScheme, type ResultList, useResultList } from '../use-result-list.ts'

export type HotelList = ResultList<HotelItem, HotelItem, HotelFacts, HotelFilters, HotelFacets, HotelSort>

export interface HotelFacts {
  /** The lowest comparable total, in the currency of the list. */
  lowestPrice: number
  /** The codes of the currencies that rows, tabs, tags and filters write without decimals, for `listWriter`. */
  whole: string
  price: Bounds | undefined
  distance: Bounds | undefined
  /** The names of hotel chains, by code. */
  chainNames: Record<string, string>
}

type Scheme = ListScheme<HotelOffer, HotelItem, HotelItem, HotelFacts, HotelFilters, HotelFacets, HotelSort>

/** The longest time that a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/** The list, in which free cancellation ends when its deadline passes. */
export function useHotelList(
  offers: readonly HotelOffer[],
  { currency, rates }: Comparison,
  filters: HotelFilters,
  sort: HotelSort,
  waiting?: readonly HotelOffer[],
): HotelList {
  const [nowMs, setNow] = useState(() => Date.now())
  const scheme = useMemo(
    (): Scheme => ({
      sorts: hotelSorts,
      group: (all) => groupHotels(all, { nowMs, currency, rates }),
      factsOf: (items) => factsOf(items, currency),
      narrow: narrowHotels,
      order: (by, { lowestPrice }) => hotelOrder(by, lowestPrice),
    }),
    [currency, rates, nowMs],
  )
  const list = useResultList(scheme, offers, filters, sort, waiting)
  const { all } = list
  useEffect(() => {
    const nextMs = Math.min(...all.flatMap(({ free }) => free?.untilMs ?? []))
    const timer = setTimeout(() => setNow(Date.now()), Math.min(nextMs - Date.now(), LONGEST_MS))
    return () => clearTimeout(timer)
  }, [all])
  return list
}

function factsOf(items: readonly HotelItem[], currency: string): HotelFacts {
  const prices = items.flatMap(({ compared }) => (isComparable(compared) ? compared.amount : []))
  const lowestPrice = Math.min(...prices)
  return {
    lowestPrice,
    whole: wholeCurrencies([
      { amount: lowestPrice, currency },
      ...items.flatMap(({ offer }) => shownInRow(offer.hotel)),
    ]),
    price: niceBounds(prices),
    distance: niceBounds(items.flatMap(({ offer }) => offer.hotel.distance_km ?? [])),
    chainNames: chainNamesOf(items),
  }
}
