'use client'

import { useRouter } from 'next/navigation'
import { askRates } from '#lib/travel/client/ask-rates.ts'
import { type ListQuery, withKept } from '#lib/travel/client/list-query.ts'
import type { SearchMemory } from '#lib/travel/client/visit-memory.ts'
import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import type { Found, SearchKind } from '#lib/travel/model/results/found.ts'
import type { SearchState } from '#lib/travel/model/results/search-stream.ts'
import { usePageCurrency } from './profile-provider.tsx'

interface Followed<Item extends Found> {
  kind: SearchKind
  currency: string
  state: SearchState<Item>
  memory: SearchMemory<Item>
  list: ListQuery
  /** The canonical query of the search in another currency. */
  queryIn: (currency: string) => string
  convert: (state: SearchState<Item>, currency: string, rates: ExchangeRates) => Promise<SearchState<Item> | null>
}

/** Repeats the search in the currency chosen in the header. Until it answers, the list shows converted prices. */
export function useFollowCurrency<Item extends Found>(options: Followed<Item>): void {
  const { kind, currency, state, memory, list, queryIn, convert } = options
  const router = useRouter()
  async function follow(next: string) {
    const query = queryIn(next)
    const rates = await askRates()
    const converted = rates && (await convert(state, next, rates))
    if (converted) memory.carry(query, converted)
    router.push(`/search/${kind}?${withKept(query, window.location.search, list)}`)
  }
  usePageCurrency(currency, (next) => void follow(next))
}
