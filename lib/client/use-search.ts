'use client'

import { startTransition, useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react'
import type { Found, ReadResults } from '../travel/results/found.ts'
import { initialSearch, reduceSearch, type SearchEvent, type SearchState } from '../travel/results/search-stream.ts'
import type { SearchKind } from '../travel/search-kind.ts'
import { openSearch } from './open-search.ts'
import type { SearchMemory } from './visit-memory.ts'

export interface SearchRun<Item extends Found> {
  state: SearchState<Item>
  /** Asks again; what was answered stands until it is answered anew. */
  retry: () => void
  /** Puts the offers that wait behind the notice into the list. */
  showAll: () => void
}

interface SearchOptions<Item extends Found> {
  kind: SearchKind
  /** The canonical query of the search. */
  query: string
  read: ReadResults<Item>
  memory: SearchMemory<Item>
}

/**
 * Streams the search of an address while the component is mounted; leaving ends the request. Give the component another key for
 * another address. What `memory` has of it stands at once, and is asked for anew when it is old.
 */
export function useSearch<Item extends Found>({ kind, query, read, memory }: SearchOptions<Item>): SearchRun<Item> {
  const reduce = (state: SearchState<Item>, event: SearchEvent) => reduceSearch(state, event, read)
  const [state, dispatch] = useReducer(reduce, memory.recall(query)?.state ?? initialSearch)
  const [attempt, setAttempt] = useState(0)

  const start = useEffectEvent((signal: AbortSignal) => {
    const known = attempt === 0 ? memory.recall(query) : undefined
    if (known?.isFresh) return
    dispatch({ type: known || attempt > 0 ? 'again' : 'restart' })
    const ports = { fetch: window.fetch.bind(window), isOnline: () => navigator.onLine }
    // A long answer is rendered in pieces, between which the page answers.
    const report = (event: SearchEvent) => startTransition(() => dispatch(event))
    void openSearch(`${kind.api}?${query}`, ports, signal, report)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt runs the same query again.
  useEffect(() => {
    const abort = new AbortController()
    start(abort.signal)
    return () => abort.abort()
  }, [query, attempt])

  useEffect(() => memory.keep(query, state), [memory, query, state])

  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  const showAll = useCallback(() => dispatch({ type: 'show-all' }), [])
  return { state, retry, showAll }
}
