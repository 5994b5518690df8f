import type { RouteFile } from '#lib/platform/server/http/answer-directly.ts'
import * as flights from './api/search/flights/route.ts'
import * as hotels from './api/search/hotels/route.ts'

/**
 * The routes that the server calls itself, in front of Next, whose part would be a quarter of a cached search. They take
 * no body and no parameters of the path. Next lists them too, but gets requests to them in development only.
 */
export const directRoutes: Readonly<Record<string, RouteFile>> = {
  '/api/search/flights': flights,
  '/api/search/hotels': hotels,
}
