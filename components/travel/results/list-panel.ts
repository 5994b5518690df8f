import type { SearchKind } from '#lib/travel/model/results/found.ts'

/**
 * The attributes of the element with the rows: the panel of the sort tab.
 *
 * @param sort the selected tab; null for a list without sort tabs
 */
export const listPanel = (kind: SearchKind, sort: string | null) =>
  sort === null ? { id: kind } : ({ id: kind, role: 'tabpanel', 'aria-labelledby': `sort-${sort}` } as const)
