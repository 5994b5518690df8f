'use client'

import { useMemo } from 'react'
import type { Choice, Range } from '../travel/results/choice.ts'

/** What any filter of any list can be set to; null and false are no narrowing. */
type FilterValue = Choice | Range | boolean | null

/** What a filter's control does. The names are those of the list's own filters. */
export interface FilterActions {
  setFilters(change: Record<string, FilterValue | undefined>): void
  clear(name: string): void
  clearAll(): void
}

/** What a reader changes of a list. The functions never change. */
export interface ListActions<Filters, Sort> {
  setSort(sort: Sort): void
  setFilters(change: Partial<Filters>): void
  clear(name: keyof Filters & string): void
  clearAll(): void
  /** Opens a row and closes the one before; on the open row itself, closes it. */
  toggle(key: string): void
}

export interface ListState<Filters, Sort> {
  sort: Sort
  filters: Filters
  /** The key of the open row, or null. */
  open: string | null
  actions: ListActions<Filters, Sort>
}

/** What a list keeps in the address: its order, its open row, and its filters under their own names. */
interface ListQuery {
  sort: string
  row: string | null
}

type FiltersIn<Query extends ListQuery> = Omit<Query, keyof ListQuery>

/** Changes what is named of the address, and leaves the rest; null removes. */
type SetListQuery<Query extends ListQuery> = (
  change:
    | { sort: Query['sort'] }
    | Partial<FiltersIn<Query>>
    | Record<string, null>
    | ((before: ListQuery) => { row: string | null }),
) => Promise<unknown>

/**
 * The order, the filters and the open row of a list, as the hook of its address (`useQueryStates`) has them; the server is not asked.
 *
 * @param none the filters that narrow nothing
 */
export function useListState<Query extends ListQuery>(
  [query, setQuery]: readonly [Query, SetListQuery<Query>],
  none: FiltersIn<Query>,
): ListState<FiltersIn<Query>, Query['sort']> {
  const filters = useMemo(() => {
    const { sort: _sort, row: _row, ...rest } = query
    return rest
  }, [query])
  const actions = useMemo(
    (): ListActions<FiltersIn<Query>, Query['sort']> => ({
      setSort: (sort) => void setQuery({ sort }),
      setFilters: (change) => void setQuery(change),
      clear: (name) => void setQuery({ [name]: null }),
      clearAll: () => void setQuery(none),
      toggle: (key) => void setQuery(({ row }) => ({ row: row === key ? null : key })),
    }),
    [setQuery, none],
  )
  return { sort: query.sort, filters, open: query.row, actions }
}

/** How many filters narrow a list. */
export function countFilters(filters: object): number {
  return Object.values(filters).filter(Boolean).length
}
