import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { ROUTE_COOKIE, type RoutePair, readRoutes, writeRoutes } from '../../model/flights/route-cookie.ts'

/** Stores a search's routes for the home page's chart, in a cookie that the server can read. */
export function rememberRoute({ origin, destination, onward = [] }: FlightSearch, query: string): void {
  const before = document.cookie.split('; ').find((pair) => pair.startsWith(`${ROUTE_COOKIE}=`))
  const memory = readRoutes(before?.slice(ROUTE_COOKIE.length + 1))
  const routes = [{ origin, destination }, ...onward].map((hop): RoutePair => [hop.origin, hop.destination])
  writeCookie(ROUTE_COOKIE, writeRoutes(memory, routes, query))
}
