'use client'

import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { activeHotelFilters, type HotelFilters, noHotelFilters } from '../../travel/hotels/filters.ts'
import type { HotelSort } from '../../travel/hotels/sort.ts'
import { type ListActions, listActions } from '../list-actions.ts'
import { hotelFiltersOf, hotelListParsers, hotelListQueryOf } from './hotel-list-query.ts'

export type HotelActions = ListActions<HotelFilters, HotelSort>

/** The order, the filters and the open row, kept in the address without asking the server. */
export function useHotelListState(): {
  sort: HotelSort
  filters: HotelFilters
  /** The key of the open row, or null. */
  open: string | null
  actions: HotelActions
} {
  const [query, setQuery] = useQueryStates(hotelListParsers)
  const filters = useMemo(() => hotelFiltersOf(query), [query])
  const actions = useMemo(
    () =>
      listActions<HotelFilters, HotelSort>((next) => {
        void setQuery((before) => {
          const { filters: wanted, ...rest } = next({ ...before, filters: hotelFiltersOf(before) })
          return { ...rest, ...(wanted && hotelListQueryOf(wanted)) }
        })
      }, noHotelFilters),
    [setQuery],
  )
  return { sort: query.sort, filters, open: query.row, actions }
}

/** How many filters narrow the list. */
export const countFilters = (filters: HotelFilters): number => activeHotelFilters(filters).length
