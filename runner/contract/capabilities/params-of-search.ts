import type { FlightSearch } from './flight-search.ts'

// Imports no library, because pages load it.

/** The params of `search_flights` for a search, without its number of results. */
export function paramsOf({ max_results: _, onward, ...params }: FlightSearch) {
  if (onward === undefined) return params
  const { origin, destination, date, return_date: _none, ...wishes } = params
  return { slices: [{ origin, destination, date }, ...onward], ...wishes }
}
