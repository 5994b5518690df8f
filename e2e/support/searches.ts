import { addDays } from '#lib/travel/model/offset-time.ts'
import { uniqueNumber } from './unique-number.ts'

/** The URL parameters of a flight search. */
export type Search = {
  origin: string
  destination: string
  date: string
  max_results: string
  [name: string]: string
}

/** The date `days` from now, as `YYYY-MM-DD`. */
export const dayIn = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days)

const routes = [
  ['SEA', 'NRT'],
  ['AMS', 'AUA'],
  ['LHR', 'JFK'],
  ['MAD', 'EZE'],
  ['SYD', 'SIN'],
] as const

/** The days between two searches with the same route and result count: a page also requests neighboring days. */
const daysApart = 9
const lengths = 55
const firstDays = 18
const maxSearches = lengths * firstDays

/**
 * A search whose date and result count no other test uses, not even as a neighboring day, so that it gets neither
 * cached results nor the faults of another test. A test may choose the route.
 */
export function newSearch(changes: Record<string, string> = {}): Search {
  const number = uniqueNumber('flights', maxSearches)
  const [origin, destination] = routes[number % routes.length] ?? routes[0]
  const date = dayIn(30 + daysApart * Math.floor(number / lengths))
  return { origin, destination, date, max_results: String(5 + (number % lengths)), ...changes }
}

/** `count` different searches; no two share a route. */
export function differentSearches(count: number): Search[] {
  const cities = ['SEA', 'NRT', 'AMS', 'LHR', 'JFK', 'MAD', 'SYD', 'SIN']
  const pairs = cities.flatMap((origin) =>
    cities.filter((city) => city !== origin).map((destination) => ({ origin, destination })),
  )
  return pairs.slice(0, count).map((pair) => newSearch(pair))
}

/** The URL of a search's results. */
export const resultsPath = (search: Record<string, string>): string => `/search/flights?${new URLSearchParams(search)}`

/** The URL of a search's stream. */
export const streamPath = (search: Record<string, string>): string =>
  `/api/search/flights?${new URLSearchParams(search)}`

/** Selects the executions of this search only: no other search of `newSearch` has the same date and result count. */
export const executionsOf = ({ date, max_results }: Search) => ({
  AND: [
    { input: { path: ['params', 'slices', '0', 'date'], equals: date } },
    { input: { path: ['config', 'max_results'], equals: Number(max_results) } },
  ],
})
