import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { lastDay } from '#runner/contract/capabilities/flight-slices.ts'
import { maxDaysAhead } from '#runner/contract/capabilities/search-days.ts'
import { addDays } from '../offset-time.ts'
import { searchOn } from './search-on.ts'

/** In order of preference. */
const steps = [-1, 1, 3, 2, -2, -3, 4, -4, 5, -5, 6, -6, 7, -7]
const MOST_OFFERED = 3

/** At most three alternative days, earliest first, that can be searched and are not known to have no flights. */
export function otherDays(
  search: FlightSearch,
  { today, isEmpty }: { today: string; isEmpty: (date: string) => boolean },
): FlightSearch[] {
  const last = addDays(today, maxDaysAhead)
  return steps
    .map((step) => searchOn(search, addDays(search.date, step)))
    .filter((other) => other.date >= today && lastDay(other) <= last && !isEmpty(other.date))
    .slice(0, MOST_OFFERED)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
