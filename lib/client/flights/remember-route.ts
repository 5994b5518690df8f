import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { ROUTE_COOKIE, readRoutes, writeRoutes } from '../../travel/flights/route-cookie.ts'
import { writeCookie } from '../write-cookie.ts'

/** Stores a search's route for the home page's chart, in a cookie that the server can read. */
export function rememberRoute({ origin, destination }: FlightSearch, query: string): void {
  const before = document.cookie.split('; ').find((pair) => pair.startsWith(`${ROUTE_COOKIE}=`))
  const memory = readRoutes(before?.slice(ROUTE_COOKIE.length + 1))
  writeCookie(ROUTE_COOKIE, writeRoutes(memory, origin, destination, query))
}
