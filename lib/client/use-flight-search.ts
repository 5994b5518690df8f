'use client'

import { useCallback, useEffect, useReducer, useState } from 'react'
import { openSearch } from './open-search.ts'
import { initialSearch, reduceSearch, type SearchState } from './search-stream.ts'

export interface FlightSearchRun {
  state: SearchState
  /** Asks again from the start. */
  retry: () => void
  /** Puts the offers that wait behind the notice into the list. */
  showAll: () => void
}

/** Streams the search of an address while the component is mounted; leaving or a new address ends the request. */
export function useFlightSearch(query: string): FlightSearchRun {
  const [state, dispatch] = useReducer(reduceSearch, initialSearch)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt runs the same query again.
  useEffect(() => {
    const abort = new AbortController()
    dispatch({ type: 'restart' })
    const ports = { fetch: window.fetch.bind(window), isOnline: () => navigator.onLine }
    void openSearch(query, ports, abort.signal, dispatch)
    return () => abort.abort()
  }, [query, attempt])

  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  const showAll = useCallback(() => dispatch({ type: 'show-all' }), [])
  return { state, retry, showAll }
}
