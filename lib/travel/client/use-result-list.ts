'use client'

import { useDeferredValue, useMemo } from 'react'
import { mapNames } from '../model/map-names.ts'
import type { Found } from '../model/results/found.ts'
import { firstByMeasures, type Order, sortByMeasures } from '../model/results/sort-by-measures.ts'

/** How to build a list. An item is a group of results; a row is an item after filtering. */
export interface ListScheme<Offer, Item, Row, Facts, Filters, Facets, Sort extends string> {
  sorts: readonly Sort[]
  group: (offers: readonly Offer[]) => Item[]
  /** Facts of the whole list, which filters do not change. */
  factsOf: (items: readonly Item[]) => Facts
  narrow: (items: readonly Item[], filters: Filters) => { rows: Row[]; facets: () => Facets }
  order: (by: Sort, facts: Facts) => Order<Row>
}

const none: readonly never[] = []

/**
 * The list of `offers`, whose items are `all`. Filter controls respond immediately; the rows follow in a deferred render,
 * so that sliders never lag.
 */
export function useResultList<Offer extends Found, Item, Row, Facts, Filters, Facets, Sort extends string>(
  scheme: ListScheme<Offer, Item, Row, Facts, Filters, Facets, Sort>,
  offers: readonly Offer[],
  all: readonly Item[],
  filters: Filters,
  sort: Sort,
  waiting: readonly Offer[] = none,
) {
  const facts = useMemo(() => scheme.factsOf(all), [scheme, all])
  const settled = useDeferredValue(filters)
  const { rows, facets } = useMemo(() => scheme.narrow(all, settled), [scheme, all, settled])
  const first = useMemo(
    () => mapNames(scheme.sorts, (by) => firstByMeasures(rows, scheme.order(by, facts))),
    [scheme, rows, facts],
  )
  const sorted = useMemo(() => sortByMeasures(rows, scheme.order(sort, facts)), [scheme, rows, sort, facts])
  const more = useMemo(() => {
    const [next, listed] = [waiting[0]?.data, offers[0]?.data]
    if (next === undefined) return 0
    return next === listed ? scheme.group([...offers, ...waiting]).length - all.length : scheme.group(waiting).length
  }, [scheme, offers, waiting, all])
  return {
    /** All items, before filtering. */
    all,
    facts,
    /** Counts on its first call, in the render of the component that shows the facets. */
    facets,
    /** The items that pass the filters, in order. */
    rows: sorted,
    /** The first row in each sort order. */
    first,
    /** The filters of `rows` and `facets`; while `isStale`, these are the previous ones. */
    filters: settled,
    isStale: settled !== filters,
    /** The number of items that the waiting offers add, or have if they replace the list. */
    more,
  }
}
