import { browserStore } from '#lib/platform/client/browser-store.ts'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { ROUTE_COOKIE } from '../model/flights/route-cookie.ts'

export const REMEMBERED_KEY = 'recent-searches'

/** The stored text of this browser's recent searches; "" without any. Reading it needs none of their checks. */
export const rememberedText = (): string => browserStore.getItem(REMEMBERED_KEY) ?? ''

/** Deletes the recent searches of this browser, and the cookie from which the home page fills its form and chart. */
export function forgetSearches(): void {
  browserStore.removeItem(REMEMBERED_KEY)
  writeCookie(ROUTE_COOKIE, '', 0)
}
