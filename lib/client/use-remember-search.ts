'use client'

import { useEffect, useEffectEvent } from 'react'
import type { FlightSearch } from '#runner/contract/flights.ts'
import { browserStore } from './browser-store.ts'
import { sortOffers } from './offer.ts'
import { type RecentSearch, rememberSearch } from './recent-searches.ts'
import { ROUTE_COOKIE, readRoutes, writeRoutes } from './route-cookie.ts'
import { type PlaceNames, travelersOf } from './search-form.ts'
import type { SearchView } from './search-view.ts'
import { writeCookie } from './write-cookie.ts'

interface Remembered {
  search: FlightSearch
  query: string
  names: PlaceNames
  view: SearchView
}

/** Keeps the search for the home page: the list in this browser's storage, the routes of the chart in a cookie. */
export function useRememberSearch({ search, query, names, view }: Remembered): void {
  const lowest = lowestOf(view, search.currency)
  const amount = lowest?.amount ?? null

  const remember = useEffectEvent(() => {
    const { origin, destination } = search
    const entry: RecentSearch = {
      query,
      origin: names[origin] ?? origin,
      destination: names[destination] ?? destination,
      date: search.date,
      returnDate: search.return_date,
      travelers: travelersOf(search),
      lowest,
    }
    rememberSearch(browserStore, entry)
    const before = document.cookie.split('; ').find((pair) => pair.startsWith(`${ROUTE_COOKIE}=`))
    const memory = readRoutes(before?.slice(ROUTE_COOKIE.length + 1))
    writeCookie(ROUTE_COOKIE, writeRoutes(memory, origin, destination, query))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per search, and again when its lowest price is known.
  useEffect(() => remember(), [query, amount])
}

function lowestOf(view: SearchView, currency: string): RecentSearch['lowest'] {
  const first = view.kind === 'list' ? sortOffers(view.offers, 'price', currency)[0] : undefined
  if (!first) return null
  const { price } = first.flight
  return {
    amount: price.amount,
    currency: price.currency,
    seenAtMs: first.fetchedAtMs,
    isSample: first.data !== 'live',
  }
}
