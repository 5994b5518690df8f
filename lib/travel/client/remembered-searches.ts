import { isRecentSearch } from '../model/generated/recent-search.ts'
import type { RecentSearch } from '../model/recent-search.ts'
import { storedIn } from './remember-search.ts'

/** The searches in a stored text, newest first. Leaves out invalid ones, and an invalid price of another. */
export const searchesIn = (text: string): RecentSearch[] =>
  storedIn(text).flatMap((entry) => [entry, { ...Object(entry), lowest: null }].find(isRecentSearch) ?? [])
