'use client'

import { useMemo } from 'react'
import { createHistorySteps, isPageCovered } from '#lib/platform/client/history-steps.ts'
import type { Choice, Range } from '../model/results/choice.ts'
import { openRow } from './open-row.ts'

/** The value of any filter of any list; null and false do not filter. */
type FilterValue = Choice | Range | boolean | null

/** The actions of a filter's control. The names are the list's own filter names. */
export interface FilterActions {
  setFilters(change: Record<string, FilterValue | undefined>): void
  clear(name: string): void
  clearAll(): void
}

/** A reader's actions on a list. The functions are stable. */
export interface ListActions<Filters, Sort> {
  setSort(sort: Sort): void
  setFilters(change: Partial<Filters>): void
  clear(name: keyof Filters & string): void
  clearAll(): void
  /** Opens a row and closes the previous one. Closes the row if it is already open. */
  toggle(key: string): void
}

export interface ListState<Filters, Sort> {
  sort: Sort
  filters: Filters
  /** The key of the open row, or null. */
  open: string | null
  actions: ListActions<Filters, Sort>
}

/** The state of every list in the URL: its order and its open row. Each list adds its filters, by their own names. */
interface ListQuery {
  sort: string
  row: string | null
}

type FiltersIn<Query extends ListQuery> = Omit<Query, keyof ListQuery>

/** Changes only the given parameters of the URL; null removes one. */
export type SetListQuery<Query extends ListQuery> = (
  change:
    | { sort: Query['sort'] }
    | Partial<FiltersIn<Query>>
    | Record<string, null>
    | ((before: ListQuery) => { row: string | null }),
  options?: { history: 'push' | 'replace' },
) => Promise<unknown>

/**
 * The order, filters and open row of a list, from its URL hook (`useQueryStates`); sends no request. Back undoes a
 * change of order or filters; opening a row adds no history entry.
 *
 * @param none the values with which no filter is active
 */
export function useListState<Query extends ListQuery>(
  [query, setQuery]: readonly [Query, SetListQuery<Query>],
  none: FiltersIn<Query>,
): ListState<FiltersIn<Query>, Query['sort']> {
  const filters = useMemo(() => {
    const { sort: _sort, row: _row, ...rest } = query
    return rest
  }, [query])
  const actions = useMemo((): ListActions<FiltersIn<Query>, Query['sort']> => {
    const nextStep = createHistorySteps({ now: () => Date.now(), isCovered: isPageCovered })
    const step = () => ({ history: nextStep() })
    return {
      setSort: (sort) => void setQuery({ sort }, step()),
      setFilters: (change) => void setQuery(change, step()),
      clear: (name) => void setQuery({ [name]: null }, step()),
      clearAll: () => void setQuery(none, step()),
      toggle: (key) => void setQuery(({ row }) => ({ row: openRow(row).row === key ? null : key })),
    }
  }, [setQuery, none])
  return { sort: query.sort, filters, open: openRow(query.row).row, actions }
}

/** The number of active filters. */
export function countFilters(filters: object): number {
  return Object.values(filters).filter(Boolean).length
}
