import { hash32 } from '../../draw.ts'
import type { Network, Route } from '../market/network.ts'
import { type Station, type Stations, terminalOf } from '../market/stations.ts'
import type { Flight, Timetable } from '../market/timetable.ts'
import { type Flights, type Itinerary, nameOf, soldAs } from './itinerary.ts'
import { type Path, type PathRequest, pathsViaOne, pathsViaTwo } from './paths.ts'

export interface Market {
  stations: Stations
  network: Network
  timetable: Timetable
}

interface ItineraryRequest {
  /** Airports of the origin and of the destination, the busiest first. */
  from: readonly Station[]
  to: readonly Station[]
  date: string
  /** No change of flights. */
  nonStop: boolean
  /** Minutes since 1970 UTC: no flight leaves earlier. */
  notBefore: number
}

const LONGEST_WAIT_MINUTES = 9 * 60
const LONGEST_NIGHT_WAIT_MINUTES = 22 * 60
/** Of the connections that miss the last flight of the day, one in this many is sold, with an overnight stay. */
const NIGHTS_SOLD = 4
/** Itineraries much slower than the fastest are offered only where there are few others. */
const SLOWEST_FACTOR = 2
const SLOWEST_MINUTES = 300
const MAX_PATHS = 60
const MAX_CONNECTING = 70
/** Below this many choices, itineraries with two changes are offered too. */
const ENOUGH = 10

/** Itineraries on one date: first those without a change of flights, then the others; each group by travel time. */
export function findItineraries(market: Market, request: ItineraryRequest): Itinerary[] {
  const pairs = request.from.flatMap((from) => request.to.map((to) => [from, to] as const))
  const leaves = (flights: Flights) => flights[0].departs >= request.notBefore
  const sold = (found: readonly Flights[]) => found.filter(leaves).flatMap(soldAs)

  const direct = sold(
    pairs.flatMap(([from, to]) =>
      market.network
        .between(from, to)
        .flatMap((link) => market.timetable.on({ link, from, to }, request.date).map((flight): Flights => [flight])),
    ),
  )
  if (request.nonStop) return direct.sort(byTime)

  // For an area with many airports, connections from the two busiest ones are enough.
  const main = pairs.filter(([from, to]) => request.from.indexOf(from) < 2 && request.to.indexOf(to) < 2)
  const connecting = sold(latestOnly(ways(market, request, main, pathsViaOne)))
  if (direct.length + connecting.length < ENOUGH) {
    connecting.push(...sold(latestOnly(ways(market, request, main, pathsViaTwo))))
  }
  const all = [...direct, ...connecting]
  const fastest = all.reduce(
    (least, { departs, arrives }) => Math.min(least, arrives - departs),
    Number.POSITIVE_INFINITY,
  )
  const slowest = fastest * SLOWEST_FACTOR + SLOWEST_MINUTES
  const bearable = connecting
    .sort(byTime)
    .filter(({ departs, arrives }, at) => arrives - departs <= slowest || direct.length + at < ENOUGH)
  return [...direct.sort(byTime), ...thinned(bearable, MAX_CONNECTING)]
}

type FindPaths = (market: Market, request: PathRequest) => Path[]

function ways(
  market: Market,
  { date }: ItineraryRequest,
  pairs: readonly (readonly [Station, Station])[],
  findPaths: FindPaths,
): Flights[] {
  return pairs.flatMap(([from, to]) =>
    findPaths(market, { from, to, limit: MAX_PATHS }).flatMap(([start, ...rest]) => {
      let found: Flights[] = market.timetable.on(start, date).map((flight) => [flight])
      for (const route of rest) {
        found = found.flatMap((flights) =>
          onward(market, flights, route).map((flight): Flights => [...flights, flight]),
        )
      }
      return found
    }),
  )
}

/** The first flight of a route after a connection of normal length or, for some connections, after a night. */
function onward({ timetable }: Market, flights: Flights, route: Path[number]): Flight[] {
  const last = flights.at(-1) ?? flights[0]
  const ready = last.arrives + minConnectionMinutes(last, route)
  const sameDay = timetable.between(route, ready, last.arrives + LONGEST_WAIT_MINUTES, 1)
  if (sameDay.length > 0) return sameDay
  if (hash32('night', last.number, last.route.from.code, route.link.firstNumber) % NIGHTS_SOLD > 0) return []
  return timetable.between(route, ready, last.arrives + LONGEST_NIGHT_WAIT_MINUTES, 1)
}

/** Of the itineraries that end with the same flights, keeps only the one with the latest departure. */
function latestOnly(found: readonly Flights[]): Flights[] {
  const latest = new Map<string, Flights>()
  for (const flights of found) {
    const [first, ...rest] = flights
    const key = [first.route.link.airline.code, first.route.from.code, ...rest.map(nameOf)].join()
    const other = latest.get(key)
    if (other === undefined || other[0].departs < first.departs) latest.set(key, flights)
  }
  return [...latest.values()]
}

function byTime(a: Itinerary, b: Itinerary): number {
  return a.arrives - a.departs - (b.arrives - b.departs) || a.departs - b.departs || (a.key < b.key ? -1 : 1)
}

/** At most `count`: three quarters are the fastest, the others are spread over the slower, cheaper ones. */
function thinned(sorted: readonly Itinerary[], count: number): Itinerary[] {
  if (sorted.length <= count) return [...sorted]
  const head = Math.floor(count * 0.75)
  const step = (sorted.length - head) / (count - head)
  return sorted.filter((_, at) => at < head || Math.floor((at - head) / step) !== Math.floor((at - 1 - head) / step))
}

const DOMESTIC_MINUTES = 45
const INTERNATIONAL_MINUTES = 60
const OTHER_TERMINAL_MINUTES = 20
const OTHER_AIRLINE_MINUTES = 10

/** An airport's minimum connection time in minutes: longer between countries, terminals and airlines. */
function minConnectionMinutes(before: Flight, { link, from, to }: Route): number {
  const { route } = before
  const abroad = route.from.countryCode !== from.countryCode || from.countryCode !== to.countryCode
  const crowded = (hash32('change', from.code) % 3) * 10
  const [lands, leaves] = [route.link.airline.code, link.airline.code]
  return (
    (abroad ? INTERNATIONAL_MINUTES : DOMESTIC_MINUTES) +
    crowded +
    (terminalOf(from, lands) === terminalOf(from, leaves) ? 0 : OTHER_TERMINAL_MINUTES) +
    (lands === leaves ? 0 : OTHER_AIRLINE_MINUTES)
  )
}
