import { addDays } from '#lib/travel/offset-time.ts'
import { uniqueNumber } from './unique-number.ts'

/** A search as it stands in an address. */
export type Search = {
  origin: string
  destination: string
  date: string
  max_results: string
  [name: string]: string
}

/** The day so many days from now, as `YYYY-MM-DD`. */
export const dayIn = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days)

const routes = [
  ['SEA', 'NRT'],
  ['AMS', 'AUA'],
  ['LHR', 'JFK'],
  ['MAD', 'EZE'],
  ['SYD', 'SIN'],
] as const

/** A page of results asks for the days beside its own: searches of one route and length are so many days apart. */
const daysApart = 9
const lengths = 55
const firstDays = 18

/** A search that no other test makes, nor asks for beside its own: nothing of it is remembered, and its faults are its own. */
export function newSearch(changes: Record<string, string> = {}): Search {
  const number = uniqueNumber()
  const [origin, destination] = routes[Math.floor(number / lengths) % routes.length] ?? routes[0]
  const date = dayIn(30 + daysApart * (Math.floor(number / lengths / routes.length) % firstDays))
  return { origin, destination, date, max_results: String(5 + (number % lengths)), ...changes }
}

/** So many different searches; no two share a route. */
export function differentSearches(count: number): Search[] {
  const cities = ['SEA', 'NRT', 'AMS', 'LHR', 'JFK', 'MAD', 'SYD', 'SIN']
  const pairs = cities.flatMap((origin) =>
    cities.filter((city) => city !== origin).map((destination) => ({ origin, destination })),
  )
  return pairs.slice(0, count).map((pair) => newSearch(pair))
}

/** The address of a search's results. */
export const resultsPath = (search: Record<string, string>): string => `/search/flights?${new URLSearchParams(search)}`

/** The address of a search's stream. */
export const streamPath = (search: Record<string, string>): string =>
  `/api/search/flights?${new URLSearchParams(search)}`
