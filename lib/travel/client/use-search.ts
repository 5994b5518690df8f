'use client'

import { startTransition, useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react'
import { isOffline } from '#lib/platform/client/connection.ts'
import type { Found, ReadResults, SearchKind } from '../model/results/found.ts'
import { initialSearch, reduceSearch, type SearchEvent, type SearchState } from '../model/results/search-stream.ts'
import { fetchOrTakeEarly } from './early-search.ts'
import { openSearch } from './open-search.ts'
import type { SearchMemory } from './visit-memory.ts'

interface SearchOptions<Item extends Found> {
  kind: SearchKind
  /** The canonical query of the search. */
  query: string
  read: ReadResults<Item>
  memory: SearchMemory<Item>
}

/**
 * Streams a URL's search while the component is mounted; unmounting aborts the request. Give the component another key
 * for another URL. Shows the answer in `memory` immediately, and searches again if it is stale.
 */
export function useSearch<Item extends Found>({ kind, query, read, memory }: SearchOptions<Item>) {
  const [state, dispatch] = useReducer<SearchState<Item>, [SearchEvent<Item>]>(
    reduceSearch,
    memory.recall(query)?.state ?? initialSearch,
  )
  const [attempt, setAttempt] = useState(0)

  const start = useEffectEvent((signal: AbortSignal) => {
    const known = attempt === 0 ? memory.recall(query) : undefined
    if (known?.isFresh) return
    dispatch({ type: known || attempt > 0 ? 'again' : 'restart' })
    void openSearch({
      address: `/api/search/${kind}?${query}`,
      read,
      fetch: fetchOrTakeEarly,
      isOffline,
      signal,
      // Renders a long answer in pieces, so that the page stays responsive.
      report: (event) => startTransition(() => dispatch(event)),
    })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the query.
  useEffect(() => {
    const abort = new AbortController()
    start(abort.signal)
    return () => abort.abort()
  }, [query, attempt])

  useEffect(() => memory.keep(query, state), [memory, query, state])

  /** Searches again; old answers stay until new ones replace them. */
  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  /** Adds the offers behind the notice to the list. */
  const showAll = useCallback(() => dispatch({ type: 'show-all' }), [])
  return { state, retry, showAll }
}
