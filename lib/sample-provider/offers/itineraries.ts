import type { Network, Path, Station } from './network.ts'
import { type Flight, minConnectionMinutes, type Timetable } from './schedule.ts'

export type Itinerary = readonly [Flight, ...Flight[]]

export interface ItineraryRequest {
  /** Airports of the place of departure and of arrival, the busiest first. */
  from: readonly Station[]
  to: readonly Station[]
  date: string
  nonStop: boolean
  /** Minutes since 1970 UTC before which nothing leaves any more. */
  notBefore: number
  allows(airline: string): boolean
}

const LONGEST_WAIT_MINUTES = 8 * 60
const LONGEST_NIGHT_WAIT_MINUTES = 20 * 60
/** Ways that are much slower than the fastest one are offered only where there are few others. */
const SLOWEST_FACTOR = 1.9
const SLOWEST_MINUTES = 240
const MOST_DIRECT = 16
const MOST_PATHS = 18
const MOST_CONNECTING = 26
/** Below this many choices, ways with two changes are offered as well. */
const ENOUGH = 10

/** Ways to travel on one date, nonstop ones first, no two with the same flights. */
export function findItineraries(network: Network, request: ItineraryRequest, timetable: Timetable): Itinerary[] {
  const pairs = request.from.flatMap((from) => request.to.map((to) => [from, to] as const))
  const cities = new Set([...request.from, ...request.to].map(({ cityCode }) => cityCode))
  /** Nobody changes in the city that they leave or that they go to. */
  const allowed = (path: Path) =>
    path.every(({ airline }) => request.allows(airline.code)) &&
    !path.slice(1).some(({ from }) => cities.has(from.cityCode))
  const found = new Map<string, Itinerary>()
  const add = (itinerary: Itinerary | undefined) => {
    if (itinerary === undefined || itinerary[0].departs < request.notBefore) return
    // Of the ways that end with the same flights, only the one that leaves last is worth selling.
    const rest = itinerary.length === 1 ? itinerary : itinerary.slice(1)
    const key = rest.map(({ route, number, departs }) => `${route.airline.code}${number}@${departs}`).join()
    const other = found.get(key)
    if (other === undefined || other[0].departs < itinerary[0].departs) found.set(key, itinerary)
  }

  for (const [from, to] of pairs) {
    for (const route of network.direct(from, to)) {
      if (!allowed([route])) continue
      for (const flight of timetable.on(route, request.date)) add([flight])
    }
  }
  const direct = spread([...found.values()], MOST_DIRECT)
  if (request.nonStop) return direct

  found.clear()
  // Connections of the busiest airports stand for those of a whole area.
  const main = pairs.filter(([from, to]) => request.from.indexOf(from) < 2 && request.to.indexOf(to) < 2)
  for (const [from, to] of main) {
    for (const path of network.viaOne(from, to, MOST_PATHS).filter(allowed)) {
      for (const first of departures(path, request.date, timetable))
        add(connect(path, first, timetable, LONGEST_WAIT_MINUTES))
    }
  }
  if (direct.length + found.size < ENOUGH) {
    for (const [from, to] of main) {
      for (const path of network.viaOne(from, to, MOST_PATHS).filter(allowed)) {
        for (const first of departures(path, request.date, timetable)) {
          add(connect(path, first, timetable, LONGEST_NIGHT_WAIT_MINUTES))
        }
      }
      for (const path of network.viaTwo(from, to, MOST_PATHS).filter(allowed)) {
        for (const first of departures(path, request.date, timetable)) {
          add(connect(path, first, timetable, LONGEST_NIGHT_WAIT_MINUTES))
        }
      }
    }
  }
  const fastest = Math.min(...[...direct, ...found.values()].map(travelMinutes))
  const slowest = fastest * SLOWEST_FACTOR + SLOWEST_MINUTES
  const connecting = [...found.values()]
    .sort((a, b) => travelMinutes(a) - travelMinutes(b) || a[0].departs - b[0].departs)
    .filter((itinerary, at) => travelMinutes(itinerary) <= slowest || direct.length + at < ENOUGH)
  return [...direct, ...connecting.slice(0, MOST_CONNECTING)]
}

/** From the first departure to the last arrival. */
export function travelMinutes(itinerary: Itinerary): number {
  const last = itinerary.at(-1) ?? itinerary[0]
  return last.arrives - itinerary[0].departs
}

function departures(path: Path, date: string, timetable: Timetable): readonly Flight[] {
  const [first] = path
  return first === undefined ? [] : timetable.on(first, date)
}

function connect(path: Path, first: Flight, timetable: Timetable, longestWait: number): Itinerary | undefined {
  const flights: [Flight, ...Flight[]] = [first]
  let previous = first
  for (const route of path.slice(1)) {
    const ready = previous.arrives + minConnectionMinutes(previous.route, route)
    const flight = timetable.next(route, ready)
    if (flight === undefined || flight.departs - previous.arrives > longestWait) return undefined
    flights.push(flight)
    previous = flight
  }
  return flights
}

/** At most `count` of the itineraries, over the whole day rather than its first hours. */
function spread(itineraries: readonly Itinerary[], count: number): Itinerary[] {
  const sorted = [...itineraries].sort((a, b) => a[0].departs - b[0].departs)
  if (sorted.length <= count) return sorted
  return Array.from({ length: count }, (_, at) => sorted[Math.floor((at * sorted.length) / count)]).filter(
    (itinerary) => itinerary !== undefined,
  )
}
