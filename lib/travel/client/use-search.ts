'use client'

import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useState } from 'react'
import type { Found } from '../model/results/found.ts'
import { hasOffers, initialSearch, reduceSearch, type SearchState } from '../model/results/search-stream.ts'
import { searchQuery } from './search-query.ts'

/**
 * Streams a URL's search while the component is mounted; unmounting aborts the request. Give the component another key
 * for another URL. Shows known results immediately, and searches again if they are stale.
 */
export function useSearch<Item extends Found>(wanted: Parameters<typeof searchQuery<Item>>[0]) {
  const client = useQueryClient()
  const [observer] = useState(() => new QueryObserver(client, searchQuery(wanted)))
  const [state, setState] = useState((): SearchState<Item> => {
    const known = observer.getCurrentResult().data
    return known && hasOffers(known) ? known : initialSearch
  })

  // No `useQuery`, which renders at once: a long answer renders in pieces, so that the page stays responsive.
  useEffect(
    () =>
      observer.subscribe(({ data, isFetchedAfterMount }) => {
        if (data && isFetchedAfterMount) startTransition(() => setState(data))
      }),
    [observer],
  )

  /** Searches again; old answers stay until new ones replace them. */
  const retry = useCallback(() => void observer.refetch(), [observer])
  /** Adds the offers behind the notice to the list. */
  const showAll = useCallback(() => {
    const { queryKey, state } = observer.getCurrentQuery()
    client.setQueryData<SearchState<Item>>(
      queryKey,
      (shown) => shown && reduceSearch<Item>(shown, { type: 'show-all' }),
      { updatedAt: state.dataUpdatedAt },
    )
  }, [client, observer])
  return { state, retry, showAll }
}
