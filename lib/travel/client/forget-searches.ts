import { ROUTE_COOKIE } from '../travel/flights/route-cookie.ts'
import { browserStore } from './browser-store.ts'
import { clearRecent } from './recent-searches.ts'
import { writeCookie } from './write-cookie.ts'

/** Deletes the recent searches of this browser, and the cookie from which the home page fills its form and chart. */
export function forgetSearches(): void {
  clearRecent(browserStore)
  writeCookie(ROUTE_COOKIE, '', 0)
}
