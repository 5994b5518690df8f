import { type QueryClient, experimental_streamedQuery as streamedQuery } from '@tanstack/react-query'
import { isOffline } from '#lib/platform/client/connection.ts'
import type { Found, ReadResults, SearchKind } from '../model/results/found.ts'
import {
  hasOffers,
  initialSearch,
  reduceSearch,
  type SearchEvent,
  type SearchState,
} from '../model/results/search-stream.ts'
import { FRESH_MS } from './create-query-client.ts'
import { openSearch } from './open-search.ts'

/** The searches of one kind that a visit remembers. */
const MOST_SEARCHES = 4

interface SearchWanted<Item extends Found> {
  kind: SearchKind
  /** The canonical query of the search. */
  query: string
  read: ReadResults<Item>
}

export const searchKey = (kind: SearchKind, query: string) => ['search', kind, query] as const

const freshMs = (state: SearchState | undefined): number => (state?.phase === 'done' && hasOffers(state) ? FRESH_MS : 0)

/** One search as a streamed query: its data is the state of the search so far. */
export const searchQuery = <Item extends Found>({ kind, query, read }: SearchWanted<Item>) => ({
  queryKey: searchKey(kind, query),
  queryFn: streamedQuery<SearchEvent<Item>, SearchState<Item>>({
    // Old answers stay until new ones replace them.
    refetchMode: 'append',
    reducer: reduceSearch,
    initialValue: initialSearch,
    streamFn({ client, signal }) {
      forgetOldest(client, kind)
      return openSearch({ address: `/api/search/${kind}?${query}`, read, fetch: fetchOrTakeEarly, isOffline, signal })
    },
  }),
  staleTime: ({ state }: { state: { data: SearchState<Item> | undefined } }) => freshMs(state.data),
  gcTime: Number.POSITIVE_INFINITY,
  // The offers of an answer are new, and comparing all of them would keep the page busy.
  structuralSharing: false,
})

/** Whether the results of a search are known and recent, so that its page shows them without a search. */
export function isFreshSearch(client: QueryClient, kind: SearchKind, query: string): boolean {
  const found = client.getQueryCache().find<SearchState>({ queryKey: searchKey(kind, query) })
  return found !== undefined && !found.isStaleByTime(freshMs(found.state.data))
}

function forgetOldest(client: QueryClient, kind: SearchKind): void {
  const cache = client.getQueryCache()
  const left = cache.findAll({ queryKey: ['search', kind], type: 'inactive' })
  const newestFirst = left.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const old of newestFirst.slice(MOST_SEARCHES - 1)) cache.remove(old)
}

/** A search that was started before the page that shows it: by its HTML, or by the form that leads to it. */
interface EarlySearch {
  readonly address: string
  readonly answer: Promise<Response>
  readonly abort: AbortController
}

declare global {
  interface Window {
    earlySearch?: EarlySearch
    /** Starts a search early, and ends an earlier one that no page has taken. */
    startSearch?: (address: string) => void
  }
}

/** Like `fetch`, but the first request for the URL of the early search gets the answer of that search. */
export function fetchOrTakeEarly(address: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  const early = window.earlySearch
  if (early?.address !== address) return window.fetch(address, init)
  delete window.earlySearch
  const { signal } = init
  const end = () => early.abort.abort()
  if (signal.aborted) end()
  else signal.addEventListener('abort', end)
  return early.answer
}
