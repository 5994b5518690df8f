'use client'

import { useEffect, useEffectEvent, useMemo } from 'react'
import type { RecentSearch } from '../model/recent-search.ts'
import type { SearchView } from '../model/results/search-view.ts'
import { rememberSearch } from './remember-search.ts'

interface Remembered {
  query: string
  view: SearchView
  /** The home page's entry. Without a price of its own, it gets the lowest of the view. */
  entry: () => WithoutPrice<RecentSearch> & Partial<Pick<RecentSearch, 'lowest'>>
  /** Stores additional data, once per search. */
  also?: () => void
}

type WithoutPrice<Entry> = Entry extends unknown ? Omit<Entry, 'lowest'> : never

/** Stores the search for the home page, in this browser. */
export function useRememberSearch({ query, view, entry, also }: Remembered): void {
  const lowest = useMemo(() => lowestOf(view), [view])
  const amount = lowest?.amount ?? null

  const remember = useEffectEvent(() => {
    rememberSearch({ lowest, ...entry() })
    also?.()
  })

  // Runs in a separate task, because the render that shows the first prices is long already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per search, and again when its lowest price is known.
  useEffect(() => {
    setTimeout(() => remember())
  }, [query, amount])
}

/** The lowest price in the list's currency; null without one. `isSample`: it is not a live price. */
export function lowestOf(view: SearchView): RecentSearch['lowest'] {
  if (view.kind !== 'list') return null
  const [first, ...others] = view.offers.filter(({ price }) => price.currency === view.currency)
  if (!first) return null
  const { price, fetchedAtMs, data } = others.reduce(
    (low, offer) => (offer.price.amount < low.price.amount ? offer : low),
    first,
  )
  return { ...price, seenAtMs: fetchedAtMs, isSample: data !== 'live' }
}
