import { randomInt } from 'node:crypto'
import { addDays } from '#lib/travel/offset-time.ts'

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

/** A search that no other test makes: nothing of it is remembered, and its faults are its own. */
export function newSearch(changes: Record<string, string> = {}): Search {
  const [origin, destination] = routes[randomInt(routes.length)] ?? routes[0]
  const date = dayIn(randomInt(30, 200))
  return { origin, destination, date, max_results: String(randomInt(5, 60)), ...changes }
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
