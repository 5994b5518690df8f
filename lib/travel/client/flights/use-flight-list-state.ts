'use client'

import { useQueryStates } from 'nuqs'
import { type FlightFilters, noFlightFilters } from '../../model/flights/filters.ts'
import type { FlightSort } from '../../model/flights/sort.ts'
import { type ListActions, type ListState, useListState } from '../use-list-state.ts'
import { flightListParsers, flightUrlKeys } from './flight-list-query.ts'

export type FlightActions = ListActions<FlightFilters, FlightSort>

/** The order, filters and open row of a flight list, stored in the URL. */
export function useFlightListState(): ListState<FlightFilters, FlightSort> {
  return useListState(useQueryStates(flightListParsers, { urlKeys: flightUrlKeys }), noFlightFilters)
}
