'use client'

import { useDeferredValue, useMemo } from 'react'
import { mapNames } from '../travel/map-names.ts'

/** How the list of a vertical is made. An item is what was found, grouped; a row is an item as the filters leave it. */
export interface ListScheme<Offer, Item, Row, Facts, Filters, Facets, Sort extends string> {
  sorts: readonly Sort[]
  group: (offers: readonly Offer[]) => Item[]
  /** What holds for the whole list, so that filters move nothing. */
  factsOf: (items: readonly Item[]) => Facts
  narrow: (items: readonly Item[], filters: Filters) => { rows: Row[]; facets: Facets }
  sort: (rows: readonly Row[], by: Sort, facts: Facts) => Row[]
}

export interface ResultList<Item, Row, Facts, Filters, Facets, Sort extends string> {
  /** All that was found, filtered or not. */
  all: Item[]
  facts: Facts
  facets: Facets
  /** What passes the filters, in order. */
  rows: Row[]
  /** What each order puts first. */
  first: Record<Sort, Row | undefined>
  /** The filters that `rows` and `facets` are of: those before, as long as `isStale`. */
  filters: Filters
  isStale: boolean
}

/** The list of `offers`. Filters answer at once; the rows follow as soon as there is time, so that no thumb waits for them. */
export function useResultList<Offer, Item, Row, Facts, Filters, Facets, Sort extends string>(
  scheme: ListScheme<Offer, Item, Row, Facts, Filters, Facets, Sort>,
  offers: readonly Offer[],
  filters: Filters,
  sort: Sort,
): ResultList<Item, Row, Facts, Filters, Facets, Sort> {
  const all = useMemo(() => scheme.group(offers), [scheme, offers])
  const facts = useMemo(() => scheme.factsOf(all), [scheme, all])
  const settled = useDeferredValue(filters)
  const { rows, facets } = useMemo(() => scheme.narrow(all, settled), [scheme, all, settled])
  const sorted = useMemo(() => mapNames(scheme.sorts, (by) => scheme.sort(rows, by, facts)), [scheme, rows, facts])
  const first = useMemo(() => mapNames(scheme.sorts, (by) => sorted[by][0]), [scheme, sorted])
  return { all, facts, facets, rows: sorted[sort], first, filters: settled, isStale: settled !== filters }
}
