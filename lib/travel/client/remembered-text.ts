import { browserStore } from '#lib/platform/client/browser-store.ts'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { LAST_SEARCH_COOKIE } from '../model/flights/last-search-cookie.ts'

export const REMEMBERED_KEY = 'recent-searches'

/** The stored text of this browser's recent searches; "" without any. Reading it needs none of their checks. */
export const rememberedText = (): string => browserStore.getItem(REMEMBERED_KEY) ?? ''

/** Deletes the recent searches of this browser, and the cookie from which the home page fills its form. */
export function forgetSearches(): void {
  browserStore.removeItem(REMEMBERED_KEY)
  writeCookie(LAST_SEARCH_COOKIE, '', 0)
}
