import { browserStore } from '#lib/platform/client/browser-store.ts'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { ROUTE_COOKIE } from '../model/flights/route-cookie.ts'
import { clearRecent } from './recent-searches.ts'

/** Deletes the recent searches of this browser, and the cookie from which the home page fills its form and chart. */
export function forgetSearches(): void {
  clearRecent(browserStore)
  writeCookie(ROUTE_COOKIE, '', 0)
}
