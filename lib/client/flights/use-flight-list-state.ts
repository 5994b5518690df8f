'use client'

import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { activeFilters, type FlightFilters, noFilters } from '../../travel/flights/filters.ts'
import type { Sort } from '../../travel/flights/sort.ts'
import { type ListActions, listActions } from '../list-actions.ts'
import { filtersOf, listParsers, listQueryOf } from './flight-list-query.ts'

export interface ListState {
  sort: Sort
  filters: FlightFilters
  /** The key of the open row, or null. */
  open: string | null
  actions: FlightActions
}

export type FlightActions = ListActions<FlightFilters, Sort>

/** The order, the filters and the open row, kept in the address without asking the server. */
export function useListState(): ListState {
  const [query, setQuery] = useQueryStates(listParsers)
  const filters = useMemo(() => filtersOf(query), [query])
  const actions = useMemo(
    () =>
      listActions<FlightFilters, Sort>((next) => {
        void setQuery((before) => {
          const { filters: wanted, ...rest } = next({ ...before, filters: filtersOf(before) })
          return { ...rest, ...(wanted && listQueryOf(wanted)) }
        })
      }, noFilters),
    [setQuery],
  )
  return { sort: query.sort, filters, open: query.row, actions }
}

/** How many filters narrow the list. */
export const countFilters = (filters: FlightFilters): number => activeFilters(filters).length
