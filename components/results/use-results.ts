'use client'

import { type RefObject, useMemo, useRef } from 'react'
import { useIsSlow } from '#lib/client/use-is-slow.ts'
import { useSearch } from '#lib/client/use-search.ts'
import type { SearchMemory } from '#lib/client/visit-memory.ts'
import type { Asked } from '#lib/travel/results/comparable.ts'
import type { Found, ReadResults } from '#lib/travel/results/found.ts'
import type { SearchState } from '#lib/travel/results/search-stream.ts'
import { type SearchView, viewOf } from '#lib/travel/results/search-view.ts'
import type { SearchKind } from '#lib/travel/search-kind.ts'
import { type HeldRow, heldRow } from './held-row.ts'

interface ResultsOptions<Item extends Found> {
  kind: SearchKind
  /** The canonical query of the search. */
  query: string
  read: ReadResults<Item>
  memory: SearchMemory<Item>
  /** The same function as long as the search is the same. */
  fits: Asked<Item>['fits']
  /** The currency that was asked for. */
  currency: string
}

interface Results<Item extends Found> {
  state: SearchState<Item>
  view: SearchView<Item>
  /** What the list shows; empty without one. */
  offers: readonly Item[]
  /** Of the list, or the one that was asked for. */
  currency: string
  isLoading: boolean
  /** The page waits for a moment before it says that it loads. */
  isHidden: boolean
  /** Where a row stood before others came in. */
  held: RefObject<HeldRow | null>
  /** Puts the offers that wait into the list, and keeps the row being read where it is. */
  showAll: () => void
  /** Asks again. */
  retry: () => void
}

const nothing: readonly never[] = []

/** One search as its results page has it: streamed, and seen as the one state to show. */
export function useResults<Item extends Found>(options: ResultsOptions<Item>): Results<Item> {
  const { kind, query, read, memory, fits, currency } = options
  const { state, retry, showAll } = useSearch({ kind, query, read, memory })
  const view = useMemo(() => viewOf(state, { currency, fits }), [state, currency, fits])
  const held = useRef<HeldRow | null>(null)
  const isLoading = view.kind === 'loading'
  const isSlow = useIsSlow(isLoading)
  return {
    state,
    view,
    offers: view.kind === 'list' ? view.offers : nothing,
    currency: view.kind === 'list' ? view.currency : currency,
    isLoading,
    isHidden: isLoading && !isSlow,
    held,
    showAll: () => {
      held.current = heldRow()
      showAll()
    },
    retry,
  }
}
