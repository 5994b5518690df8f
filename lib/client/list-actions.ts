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

/** The order, the open row and the filters of a list. */
interface ListChoices<Filters, Sort> {
  sort: Sort
  row: string | null
  filters: Filters
}

/** Turns each action into a change of what the address holds. */
export function listActions<Filters extends object, Sort>(
  change: (next: (before: ListChoices<Filters, Sort>) => Partial<ListChoices<Filters, Sort>>) => void,
  none: Filters,
): ListActions<Filters, Sort> {
  return {
    setSort: (sort) => change(() => ({ sort })),
    setFilters: (wanted) => change(({ filters }) => ({ filters: { ...filters, ...wanted } })),
    clear: (name) => change(({ filters }) => ({ filters: { ...filters, [name]: none[name] } })),
    clearAll: () => change(() => ({ filters: none })),
    toggle: (key) => change(({ row }) => ({ row: row === key ? null : key })),
  }
}
