import routes from '../../data/routes.json' with { type: 'json' }
import { shareOf } from '../../draw.ts'
import { reachKm } from './aircraft.ts'
import { type Airline, airlines } from './airlines.ts'
import { distanceKm, type Station, type Stations } from './stations.ts'

/** Airports that an airline always serves from its hubs: routes that travelers expect. */
const expectedRoutes: Readonly<Record<string, readonly string[]>> = routes.expected
/** City airports that rules or runways restrict to nearby destinations. */
const nearbyOnlyKm: Readonly<Record<string, number>> = routes.nearbyOnlyKm

/** Two airports that an airline connects in both directions under its own numbers. */
export interface Link {
  airline: Airline
  /** The airline's hub, and the other end. */
  hub: Station
  end: Station
  km: number
  /** Flights per day in each direction. A link with a single daily flight may have none on some weekdays. */
  daily: number
  /**
   * Number of the first flight from the hub. Its return flight has the next number, the second flight from the hub the
   * number after that.
   */
  firstNumber: number
}

/** One direction of a link. */
export interface Route {
  link: Link
  from: Station
  to: Station
}

export const SHORTEST_FLIGHT_KM = 90
/** Each airport is served from this many of its nearest hubs, so that no airport is unconnected. */
const GATEWAYS = 2
const MAX_DAILY = 8

interface Hub {
  station: Station
  airlines: Airline[]
}

interface Reachable {
  airline: Airline
  hub: Station
  km: number
}

/**
 * Every link of the market. Whether an airline connects one of its hubs with an airport depends on the airline's range,
 * on the airport's traffic, and on the countries of both. Every airport is connected to its nearest hubs.
 */
function findLinks(stations: Stations): Link[] {
  const hubs = hubsOf(stations)
  const links: Link[] = []
  const hubToHub = new Set<string>()
  const add = (airline: Airline, hub: Station, end: Station, km: number) => {
    if (airline.hubs.includes(end.code)) {
      if (hubToHub.has(airline.code + end.code + hub.code)) return
      hubToHub.add(airline.code + hub.code + end.code)
    }
    links.push({ airline, hub, end, km, daily: dailyFlights(airline, hub, end, km), firstNumber: 0 })
  }
  for (const end of stations.all) {
    const near: Reachable[] = []
    for (const { station: hub, airlines: based } of hubs) {
      const km = distanceKm(hub, end)
      if (km < SHORTEST_FLIGHT_KM) continue
      for (const airline of based) {
        if (km > farthestKm(airline, hub, end)) continue
        if (flies(airline, hub, end, km)) add(airline, hub, end, km)
        else if (!airline.lowCost) keepNearest(near, airline, hub, km)
      }
    }
    const [nearest] = near
    for (const { airline, hub, km } of near) if (nearest && km <= 2.5 * nearest.km + 300) add(airline, hub, end, km)
  }
  return links
}

function hubsOf(stations: Stations): Hub[] {
  const hubs = new Map<string, Hub>()
  for (const airline of airlines) {
    for (const code of airline.hubs) {
      const station = stations.byCode(code)
      if (station === undefined) continue
      const hub = hubs.get(code) ?? { station, airlines: [] }
      hub.airlines.push(airline)
      hubs.set(code, hub)
    }
  }
  return [...hubs.values()]
}

function farthestKm(airline: Airline, hub: Station, end: Station): number {
  const reach = reachKm[airline.reach]
  return Math.min(reach, nearbyOnlyKm[hub.code] ?? reach, nearbyOnlyKm[end.code] ?? reach)
}

function flies(airline: Airline, hub: Station, end: Station, km: number): boolean {
  if (airline.hubs.includes(end.code)) return true
  const home = end.countryCode === airline.country
  const branch = airline.hubs[0] === hub.code ? 1 : home ? 0.6 : km < 3500 ? 0.4 : 0.15
  const odds = oddsOf(end, km, home) * branch * (airline.lowCost ? 0.8 : 1)
  if (odds > 0 && shareOf('flies', airline.code, hub.code, end.code) < odds) return true
  return expectedRoutes[airline.code]?.includes(end.code) ?? false
}

function oddsOf(end: Station, km: number, home: boolean): number {
  const { traffic } = end
  if (end.size === 0 || (end.runwayM > 0 && end.runwayM < 1700)) return km < 600 && home ? 0.15 : 0
  if (home) return traffic > 0.12 ? 0.95 : km < 1000 ? 0.15 : 0
  if (traffic > 0.8) return km < 4500 ? 0.85 : 0.7
  if (traffic > 0.5) return km < 4500 ? 0.65 : 0.4
  if (traffic > 0.12) return km < 3500 ? 0.45 : 0.14
  return km < 1500 ? 0.04 : 0
}

/** Adds a hub to the list of an airport's nearest hubs: at most `GATEWAYS` different hubs, the nearest first. */
function keepNearest(near: Reachable[], airline: Airline, hub: Station, km: number): void {
  const farthest = near[GATEWAYS - 1]
  if (farthest !== undefined && farthest.km <= km) return
  if (near.some((other) => other.hub.code === hub.code)) return
  near.push({ airline, hub, km })
  near.sort((a, b) => a.km - b.km)
  if (near.length > GATEWAYS) near.pop()
}

/** A gravity model: two large, close airports have many flights; a distant or small one has few. */
function dailyFlights(airline: Airline, hub: Station, end: Station, km: number): number {
  const base = km < 700 ? 5 : km < 1800 ? 4 : km < 4000 ? 2.4 : km < 8000 ? 1.5 : 1
  const pull = (0.25 + hub.traffic) * (0.15 + end.traffic)
  const home = airline.hubs.includes(end.code) ? 1.6 : end.countryCode === airline.country ? 1.2 : 0.9
  const luck = 0.7 + 0.6 * shareOf('daily', airline.code, hub.code, end.code)
  return Math.min(MAX_DAILY, Math.max(1, Math.round(base * pull * home * luck * 1.5)))
}

/** All links of the market. Every flight number of an airline belongs to one flight only; long routes get the low ones. */
export function createNetwork(stations: Stations) {
  const nextNumber = new Map<Airline, number>()
  const byStation = new Map<string, Map<string, Link[]>>()
  const join = (from: Station, to: Station, link: Link) => {
    const ends = byStation.get(from.code) ?? new Map<string, Link[]>()
    byStation.set(from.code, ends.set(to.code, [...(ends.get(to.code) ?? []), link]))
  }
  for (const link of findLinks(stations).sort((a, b) => b.km - a.km)) {
    link.firstNumber = nextNumber.get(link.airline) ?? 1
    nextNumber.set(link.airline, link.firstNumber + 2 * link.daily)
    join(link.hub, link.end, link)
    join(link.end, link.hub, link)
  }
  return {
    between: (from: Station, to: Station): readonly Link[] => byStation.get(from.code)?.get(to.code) ?? [],
    /** All links of an airport, by the airport at the other end. */
    of: (station: Station): ReadonlyMap<string, readonly Link[]> => byStation.get(station.code) ?? new Map(),
  }
}

export type Network = ReturnType<typeof createNetwork>
