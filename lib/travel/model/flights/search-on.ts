import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { daysFrom } from '#runner/contract/capabilities/search-days.ts'
import { addDays, daysBetween } from '../offset-time.ts'

/** The search on another departure date, with the same lengths of stay. */
export function searchOn(search: FlightSearch, date: string): FlightSearch {
  const { return_date, onward } = search
  const moved = (day: string) => addDays(date, daysBetween(search.date, day))
  return {
    ...search,
    date,
    return_date: return_date && moved(return_date),
    ...(onward && { onward: onward.map((slice) => ({ ...slice, date: moved(slice.date) })) }),
  }
}

/** Whether all flights of a search are on days that can be searched. A later flight may leave yesterday. */
export function canSearch(search: FlightSearch, today: string): boolean {
  const { last } = daysFrom(today)
  return search.date >= today && slicesOf(search).every(({ date }) => date <= last)
}
