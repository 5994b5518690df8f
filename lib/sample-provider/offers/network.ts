import type { Places } from '#lib/places/places.ts'
import { reachKm } from './aircraft.ts'
import { type Airline, airlines, expectedRoutes, nearbyOnlyKm } from './airlines.ts'
import { hash32, shareOf } from './draw.ts'
import { distanceKm } from './geo.ts'

export type Station = NonNullable<ReturnType<Places['airport']>>

/** A direct connection that an airline flies, in one direction. */
export interface Route {
  airline: Airline
  from: Station
  to: Station
  km: number
}

/** Airports, the first one where the journey starts, the last where it ends, with the airlines in between. */
export type Path = readonly Route[]

export interface Network {
  direct(from: Station, to: Station): Route[]
  /** Ways with one change, the shortest first. */
  viaOne(from: Station, to: Station, limit: number): Path[]
  /** Ways with two changes, the shortest first. */
  viaTwo(from: Station, to: Station, limit: number): Path[]
}

const SHORTEST_FLIGHT_KM = 90
const GATEWAYS = 4

interface Hub {
  airline: Airline
  station: Station
}

/**
 * Who flies where: an airline connects each of its hubs with the airports that its reach and their size make plausible,
 * and every airport with the hubs nearest to it, so that no airport is out of the world.
 */
export function createNetwork(places: Pick<Places, 'airport'>): Network {
  const hubs: Hub[] = airlines.flatMap((airline) =>
    airline.hubs.flatMap((code) => {
      const station = places.airport(code)
      return station === undefined ? [] : [{ airline, station }]
    }),
  )
  const greatHubs = new Set(
    airlines
      .filter(({ reach }) => reach === 'long')
      .flatMap(({ hubs: [first] }) => (first === undefined ? [] : [first])),
  )

  function isGateway(hub: Hub, to: Station): boolean {
    return gatewaysOf(to).includes(hub.station.code)
  }

  function gatewaysOf(to: Station): string[] {
    const near = hubs
      .filter((hub) => hub.station.code !== to.code && canReach(hub, to, distanceKm(hub.station, to)))
      .map(({ station }) => ({ code: station.code, km: distanceKm(station, to) }))
      .filter(({ km }) => km >= SHORTEST_FLIGHT_KM)
      .sort((a, b) => a.km - b.km)
    return [...new Set(near.map(({ code }) => code))].slice(0, GATEWAYS)
  }

  function flies(hub: Hub, to: Station, km: number): boolean {
    if (hub.station.code === to.code || km < SHORTEST_FLIGHT_KM || !canReach(hub, to, km)) return false
    if (hub.airline.hubs.includes(to.code)) return true
    const main = hub.airline.hubs[0] === hub.station.code
    if (expectedRoutes[hub.airline.code]?.includes(to.code)) return true
    const home = to.countryCode === hub.airline.country
    const branch = main || home ? 1 : km < 3500 ? 0.5 : 0.2
    return shareOf('flies', hub.airline.code, hub.station.code, to.code) < odds(to, km, home) * branch
  }

  function canReach(hub: Hub, to: Station, km: number): boolean {
    const nearby = Math.min(
      nearbyOnlyKm[hub.station.code] ?? Number.POSITIVE_INFINITY,
      nearbyOnlyKm[to.code] ?? Number.POSITIVE_INFINITY,
    )
    return km <= Math.min(reachKm[hub.airline.reach], nearby)
  }

  function odds(to: Station, km: number, home: boolean): number {
    if (to.size === 0 || (to.runwayM > 0 && to.runwayM < 1700)) return km < 900 && home ? 0.4 : 0
    if (home) return to.size === 2 ? 0.95 : km < 2500 ? 0.75 : 0.25
    if (greatHubs.has(to.code)) return km < 4500 ? 0.8 : 0.6
    if (to.size === 2) return km < 3500 ? 0.5 : 0.22
    return km < 2000 ? 0.2 : 0
  }

  function hubsServing(station: Station): { hub: Hub; km: number }[] {
    const gateways = gatewaysOf(station)
    return hubs.flatMap((hub) => {
      const km = distanceKm(hub.station, station)
      const served = flies(hub, station, km) || (gateways.includes(hub.station.code) && canReach(hub, station, km))
      return served ? [{ hub, km }] : []
    })
  }

  function direct(from: Station, to: Station): Route[] {
    const km = distanceKm(from, to)
    if (km < SHORTEST_FLIGHT_KM) return []
    const found = new Map<string, Route>()
    for (const hub of hubs) {
      const other = hub.station.code === from.code ? to : hub.station.code === to.code ? from : undefined
      if (other === undefined || found.has(hub.airline.code)) continue
      if (flies(hub, other, km) || (canReach(hub, other, km) && isGateway(hub, other))) {
        found.set(hub.airline.code, { airline: hub.airline, from, to, km })
      }
    }
    return [...found.values()]
  }

  /** Far enough round that nobody would sell it. */
  function isDetour(km: number, straightKm: number): boolean {
    return km > straightKm * 1.35 + 450
  }

  return {
    direct,

    viaOne(from, to, limit) {
      const straightKm = distanceKm(from, to)
      if (straightKm < SHORTEST_FLIGHT_KM) return []
      const toEnd = new Map(hubsServing(to).map(({ hub, km }) => [hub, km]))
      const paths = hubsServing(from).flatMap(({ hub, km }): Path[] => {
        const rest = toEnd.get(hub)
        if (rest === undefined || isDetour(km + rest, straightKm)) return []
        const { airline, station } = hub
        return [
          [
            { airline, from, to: station, km },
            { airline, from: station, to, km: rest },
          ],
        ]
      })
      return shortest(paths, limit)
    },

    viaTwo(from, to, limit) {
      const straightKm = distanceKm(from, to)
      if (straightKm < SHORTEST_FLIGHT_KM) return []
      const starts = nearest(hubsServing(from), to)
      const ends = nearest(hubsServing(to), from)
      const join = (middle: (start: Hub, end: Hub, km: number) => Airline | undefined): Path[] =>
        starts.flatMap((start) =>
          ends.flatMap((end): Path[] => {
            const [first, second] = [start.hub.station, end.hub.station]
            const km = distanceKm(first, second)
            if (second.code === from.code || first.code === to.code) return []
            if (start.km + km + end.km > straightKm * 1.8 + 1500) return []
            const airline = middle(start.hub, end.hub, km)
            if (airline === undefined) return []
            return [
              [
                { airline: start.hub.airline, from, to: first, km: start.km },
                { airline, from: first, to: second, km },
                { airline: end.hub.airline, from: second, to, km: end.km },
              ],
            ]
          }),
        )
      const own = join((start, end, km) => {
        if (flies(start, end.station, km)) return start.airline
        return flies(end, start.station, km) ? end.airline : undefined
      })
      // Where neither airline connects the two hubs, a third one may.
      const paths = own.length > 0 ? own : join((start, end) => direct(start.station, end.station)[0]?.airline)
      return shortest(paths, limit)
    },
  }
}

/** The hubs of an end that lie best on the way to the other. */
function nearest(serving: readonly { hub: Hub; km: number }[], goal: Station): { hub: Hub; km: number }[] {
  return [...serving]
    .map((entry) => ({ ...entry, way: entry.km + distanceKm(entry.hub.station, goal) }))
    .sort((a, b) => a.way - b.way || hash32(a.hub.airline.code) - hash32(b.hub.airline.code))
    .slice(0, 14)
}

function shortest(paths: readonly Path[], limit: number): Path[] {
  const length = (path: Path) => path.reduce((sum, { km }) => sum + km, 0)
  const key = (path: Path) => path.map(({ airline, to }) => airline.code + to.code).join()
  return [...paths].sort((a, b) => length(a) - length(b) || (key(a) < key(b) ? -1 : 1)).slice(0, limit)
}
