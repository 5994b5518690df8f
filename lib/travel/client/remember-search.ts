import { browserStore } from '#lib/platform/client/browser-store.ts'
import type { RecentSearch } from '../model/recent-search.ts'
import { REMEMBERED_KEY, rememberedText } from './remembered-text.ts'

const MOST = 6

/** The entries in a stored text, newest first. They are checked where they are shown, not by each results page. */
export function storedIn(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text || '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** Moves a search to the front. Without a new price, it keeps its old one. */
export function rememberSearch(search: RecentSearch): void {
  const earlier = storedIn(rememberedText()).map((entry) => Object(entry))
  const known = earlier.find(({ query }) => query === search.query)
  const entry = { ...search, lowest: search.lowest ?? known?.lowest ?? null }
  const others = earlier.filter(({ query }) => query !== search.query)
  browserStore.setItem(REMEMBERED_KEY, JSON.stringify([entry, ...others].slice(0, MOST)))
}
