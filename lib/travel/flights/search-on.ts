import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { addDays, daysBetween } from '../offset-time.ts'

/** The search on another departure date, with the same length of stay. */
export function searchOn(search: FlightSearch, date: string): FlightSearch {
  const { return_date } = search
  return { ...search, date, return_date: return_date && addDays(date, daysBetween(search.date, return_date)) }
}
