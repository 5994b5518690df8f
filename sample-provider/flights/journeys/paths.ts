import { arePartners } from '../market/airlines.ts'
import { type Link, type Network, type Route, SHORTEST_FLIGHT_KM } from '../market/network.ts'
import { distanceKm, type Station, type Stations } from '../market/stations.ts'

/** Consecutive routes from the origin to the destination of a journey. */
export type Path = readonly [Route, ...Route[]]

const NEAREST_HUBS = 12

export interface PathRequest {
  from: Station
  to: Station
  limit: number
}

interface Geography {
  network: Network
  stations: Stations
}

/** Paths with one change, the shortest first. */
export function pathsViaOne({ network, stations }: Geography, { from, to, limit }: PathRequest): Path[] {
  const straightKm = distanceKm(from, to)
  if (straightKm < SHORTEST_FLIGHT_KM) return []
  const ends = network.of(to)
  const paths: Path[] = []
  for (const [code, starts] of network.of(from)) {
    const onward = ends.get(code)
    if (onward === undefined || isDetour((starts[0]?.km ?? 0) + (onward[0]?.km ?? 0), straightKm)) continue
    const change = stations.byCode(code)
    if (change === undefined || sameCity(change, from) || sameCity(change, to)) continue
    for (const first of starts) {
      for (const second of onward) {
        if (!connects(first, second, change)) continue
        paths.push([
          { link: first, from, to: change },
          { link: second, from: change, to },
        ])
      }
    }
  }
  return shortest(paths, limit)
}

/** Paths with two changes, the shortest first, over a hub near each end. */
export function pathsViaTwo({ network, stations }: Geography, { from, to, limit }: PathRequest): Path[] {
  const straightKm = distanceKm(from, to)
  if (straightKm < SHORTEST_FLIGHT_KM) return []
  const starts = onTheWay(network, stations, from, to)
  const ends = onTheWay(network, stations, to, from)
  const paths: Path[] = []
  for (const first of starts) {
    for (const last of ends) {
      if (sameCity(first.change, to) || sameCity(last.change, from)) continue
      const km = distanceKm(first.change, last.change)
      if (first.km + km + last.km > straightKm * 1.8 + 1500) continue
      const middles = network.between(first.change, last.change)
      const middle =
        middles.find((link) => connects(first.link, link, first.change) && connects(link, last.link, last.change)) ??
        middles.find((link) => connects(first.link, link, first.change) || connects(link, last.link, last.change))
      if (middle === undefined) continue
      paths.push([
        { link: first.link, from, to: first.change },
        { link: middle, from: first.change, to: last.change },
        { link: last.link, from: last.change, to },
      ])
    }
  }
  return shortest(paths, limit)
}

/**
 * Whether one ticket can join two links at `at`: both links belong to one airline or to two partners, and `at` is a hub
 * of one of these airlines.
 */
function connects(first: Link, second: Link, at: Station): boolean {
  const [lands, leaves] = [first.airline, second.airline]
  if (lands === leaves) return lands.hubs.includes(at.code)
  if (lands.lowCost || leaves.lowCost || !arePartners(lands.code, leaves.code)) return false
  return lands.hubs.includes(at.code) || leaves.hubs.includes(at.code)
}

interface Feeder {
  link: Link
  change: Station
  km: number
}

/** The airports linked to `from` that add the least distance on the way to `goal`, with one link to each. */
function onTheWay(network: Network, stations: Stations, from: Station, goal: Station): Feeder[] {
  const feeders: (Feeder & { way: number })[] = []
  for (const [code, links] of network.of(from)) {
    const change = stations.byCode(code)
    const link = links.find(({ airline }) => airline.hubs.includes(code) && !airline.lowCost) ?? links[0]
    if (change === undefined || link === undefined || sameCity(change, from)) continue
    feeders.push({ link, change, km: link.km, way: link.km + distanceKm(change, goal) })
  }
  return feeders.sort((a, b) => a.way - b.way || (a.change.code < b.change.code ? -1 : 1)).slice(0, NEAREST_HUBS)
}

function sameCity(one: Station, other: Station): boolean {
  return one.cityCode === other.cityCode
}

/** Whether a path is too long a detour to be sold. */
function isDetour(km: number, straightKm: number): boolean {
  return km > straightKm * 1.35 + 450
}

function shortest(paths: readonly Path[], limit: number): Path[] {
  const ranked = paths.map((path) => ({
    path,
    // Partner connections rank behind those of one airline.
    km:
      path.reduce((sum, { link }) => sum + link.km, 0) *
      (new Set(path.map(({ link }) => link.airline)).size * 0.04 + 1),
    key: path.map(({ link, to }) => link.airline.code + link.firstNumber + to.code).join(),
  }))
  return ranked
    .sort((a, b) => a.km - b.km || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path)
}
