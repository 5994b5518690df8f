'use client'

import { useQueryStates } from 'nuqs'
import { type HotelFilters, noHotelFilters } from '../../model/hotels/filters.ts'
import type { HotelSort } from '../../model/hotels/sort.ts'
import { type ListActions, type ListState, useListState } from '../use-list-state.ts'
import { hotelListParsers, hotelUrlKeys } from './hotel-list-query.ts'

export type HotelActions = ListActions<HotelFilters, HotelSort>

/** The order, filters and open row of a hotel list, stored in the URL. */
export function useHotelListState(): ListState<HotelFilters, HotelSort> {
  return useListState(useQueryStates(hotelListParsers, { urlKeys: hotelUrlKeys }), noHotelFilters)
}
