import { browserStore } from '#lib/platform/client/browser-store.ts'
import { isRecentSearch } from '../model/generated/recent-search.ts'
import type { RecentSearch } from '../model/recent-search.ts'
import { REMEMBERED_KEY, rememberedText } from './remembered-text.ts'

const MOST = 6

/** The searches in a stored text, newest first. Leaves out invalid ones. */
export function searchesIn(text: string): RecentSearch[] {
  try {
    const list: unknown = JSON.parse(text || '[]')
    return Array.isArray(list) ? list.filter(isRecentSearch).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Moves a search to the front. Without a new price, it keeps its old one. */
export function rememberSearch(search: RecentSearch): void {
  const earlier = searchesIn(rememberedText())
  const known = earlier.find(({ query }) => query === search.query)
  const entry = { ...search, lowest: search.lowest ?? known?.lowest ?? null }
  const others = earlier.filter(({ query }) => query !== search.query)
  browserStore.setItem(REMEMBERED_KEY, JSON.stringify([entry, ...others].slice(0, MOST)))
}
