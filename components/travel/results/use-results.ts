'use client'

import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from '#lib/travel/client/use-search.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { Asked } from '#lib/travel/model/results/comparable.ts'
import type { Found, ReadResults, SearchKind } from '#lib/travel/model/results/found.ts'
import { nameSampleSources } from '#lib/travel/model/results/sample-sources.ts'
import type { SearchState } from '#lib/travel/model/results/search-stream.ts'
import { listOf, type SearchView, viewOf } from '#lib/travel/model/results/search-view.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { Preloaded } from '../../ui/lazily.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { usePreload } from '../../ui/use-preload.ts'
import { type HeldRow, heldRow } from './held-row.ts'

interface ResultsOptions<Item extends Found> {
  kind: SearchKind
  /** The canonical query of the search. */
  query: string
  read: ReadResults<Item>
  /** Must stay the same function until the search changes. */
  fits: Asked<Item>['fits']
  /** The requested currency. */
  currency: string
  /** The kind of data that the providers will answer with, if it is known. */
  expected: DataLabel | undefined
  keepsOthers?: boolean
  /** What the reader chooses for the list, such as its order and filters. */
  chosen: object
  /** The script of a row's details. */
  details: Preloaded
  /** The key of the open row, or null. */
  open: string | null
  /** Whether the rows of these offers wait for something else, such as their script. */
  mustWait?: (offers: readonly Item[], currency: string) => boolean
}

interface Results<Item extends Found> {
  state: SearchState<Item>
  view: SearchView<Item>
  /** The offers in the list; empty without a list. */
  offers: readonly Item[]
  /** The offers that wait behind the notice. */
  waiting: readonly Item[]
  /** The list's currency, or the requested one without a list. */
  currency: string
  isLoading: boolean
  /** The row being read, and its position before other rows were inserted. */
  held: RefObject<HeldRow | null>
  /** Inserts the waiting offers and keeps the row being read in place. */
  showAll: () => void
  /** Repeats the search. */
  retry: () => void
}

/** What both results pages get from the server. */
export interface ResultsProps<Search> {
  search: Search
  /** The canonical query of `search`. */
  query: string
  names: PlaceNames
  /** Today at the place; earlier days are not offered. */
  today: string
  /** The kind of data that the providers will answer with, if it is known. */
  expected: DataLabel | undefined
  /** The sign-in link, for a session that ends during the search. */
  signIn: ReactNode
}

interface AnyList {
  all: readonly { key: string }[]
  rows: readonly unknown[]
  more: number
  isStale: boolean
}

/** What the parts of a results page share: one search with its list, and how its reader sees the list. */
export interface ResultPage<List = AnyList>
  extends Omit<Results<Found>, 'offers' | 'waiting' | 'currency'>,
    Pick<ResultsProps<unknown>, 'query' | 'expected' | 'signIn'> {
  list: List
  /** The selected sort tab; null for a list without sort tabs. */
  sort: string | null
  /** The key of the open row, or null. */
  open: string | null
}

const nothing: readonly never[] = []
const loading = { kind: 'loading' } as const

/** Runs one search and reduces its stream to the one state to show. */
export function useResults<Item extends Found>(options: ResultsOptions<Item>): Results<Item> {
  const { kind, query, read, fits, currency, expected, keepsOthers = false, chosen, details, open, mustWait } = options
  const { state: asked, retry, showAll } = useSearch({ kind, query, read })
  const sampleData = useTexts('results')('sampleData')
  const state = useMemo(() => nameSampleSources(asked, expected, sampleData), [asked, expected, sampleData])
  const { sources, previous, shown, firstKeys } = state
  // The list stays the same while its offers do, so that the end of a search does not group and sort them again.
  const list = useMemo(
    () => listOf({ sources, previous, shown, firstKeys }, { currency, fits, keepsOthers }),
    [sources, previous, shown, firstKeys, currency, fits, keepsOthers],
  )
  const seen = useMemo(() => viewOf(state, list), [state, list])
  // A URL with an open row waits for the details' script: late details would push the other rows down.
  const [isOpenAtFirst] = useState(open !== null)
  const hasDetails = usePreload(open !== null, details)
  const isEarly = (isOpenAtFirst && !hasDetails) || (seen.kind === 'list' && mustWait?.(seen.offers, seen.currency))
  const view = isEarly && seen.kind === 'list' ? loading : seen
  const held = useRef<HeldRow | null>(null)
  // Another order or filter moves the rows anyway, so the waiting offers join the list then.
  const choice = JSON.stringify(chosen)
  const listedFor = useRef(choice)
  useEffect(() => {
    if (listedFor.current !== choice) showAll()
    listedFor.current = choice
  }, [choice, showAll])
  const listed = view.kind === 'list' ? view : { offers: nothing, waiting: nothing, currency }
  return {
    state,
    view,
    offers: listed.offers,
    waiting: listed.waiting,
    currency: listed.currency,
    isLoading: view.kind === 'loading',
    held,
    showAll: () => {
      held.current = heldRow()
      showAll()
    },
    retry,
  }
}
