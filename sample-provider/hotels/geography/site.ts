import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import { createDraw, type Draw } from '../../flights/market/draw.ts'
import type { Coast, Shore } from './coast.ts'
import { moveKm, offsetKm } from './positions.ts'
import type { Settlement } from './settlements.ts'

/** The surroundings of a hotel. */
export type Spot = 'town' | 'shore' | 'airport'

/** The ground on which a town's hotels stand. */
interface Site {
  /** The centre, moved onto land if the map has water there. */
  centre: Position
  /** A location for one more hotel, always on land. */
  place(draw: Draw): Placed
}

interface Placed {
  position: Position
  spot: Spot
}

const FARTHEST_LAND_KM = 12
const FARTHEST_AIRPORT_KM = 35
/** The greatest distance of a hotel from the town's centre: a long stretch of shore may end farther away. */
const FARTHEST_HOTEL_KM = 38
const TRIES = 8

/**
 * Places hotels in the middle and in some districts of a town, a few at its airports, and others along any shore.
 * `undefined` for a town on an island that the map lacks.
 */
export function createSite(settlement: Settlement, coast: Coast): Site | undefined {
  const isGround = (position: Position) =>
    coast.isLand(position) &&
    !isInLake(settlement.code, settlement.centre, position) &&
    kmBetween(position, settlement.centre) <= FARTHEST_HOTEL_KM
  const centre = nearestGround(settlement.centre, isGround)
  if (centre === undefined) return undefined
  const isBeach = settlement.kind === 'beach'
  const radiusKm = 0.9 + 0.36 * Math.sqrt(settlement.population / 10_000) + (isBeach ? 2 : 0)
  const pickShore = createShorePicker(
    coast,
    centre,
    isBeach ? 22 : Math.max(4, radiusKm * 1.2),
    isBeach ? 6 : radiusKm * 0.5,
  )
  const shoreShare = pickShore === undefined ? 0 : isBeach ? 0.65 : 0.2
  const airports = settlement.airports.filter((airport) => kmBetween(airport, centre) <= FARTHEST_AIRPORT_KM)
  const districts = drawDistricts(settlement, centre, radiusKm, isGround)

  const draft = (draw: Draw): Placed | undefined => {
    const lot = draw.next()
    if (pickShore !== undefined && lot < shoreShare) {
      const position = besideShore(pickShore(draw), draw, isGround)
      return position && { position, spot: 'shore' }
    }
    const isAtAirport = lot > 0.96 && airports.length > 0
    const position = isAtAirport
      ? around(draw.pick(airports), draw, draw.between(0.6, 3))
      : lot > 0.74 && districts.length > 0
        ? around(draw.pick(districts), draw, radiusKm * 0.12 * (draw.next() + draw.next()))
        : around(centre, draw, 0.05 + radiusKm * draw.next() ** 1.7)
    return isGround(position) ? { position, spot: isAtAirport ? 'airport' : 'town' } : undefined
  }

  return {
    centre,
    place(draw) {
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const found = draft(draw)
        if (found !== undefined) return found
      }
      // On a narrow island, the hotel is as close to the centre as necessary.
      for (let km = radiusKm / 2; km > 0.02; km /= 2) {
        const position = around(centre, draw, km * draw.next())
        if (isGround(position)) return { position, spot: 'town' }
      }
      return { position: centre, spot: 'town' }
    },
  }
}

function around(middle: Position, draw: Draw, km: number): Position {
  const turn = draw.between(0, 2 * Math.PI)
  return moveKm(middle, Math.cos(turn) * km, Math.sin(turn) * km)
}

function nearestGround(centre: Position, isGround: (position: Position) => boolean): Position | undefined {
  if (isGround(centre)) return centre
  for (let km = 0.3; km <= FARTHEST_LAND_KM; km += 0.3) {
    for (let step = 0; step < 24; step++) {
      const turn = (step * Math.PI) / 12
      const position = moveKm(centre, Math.cos(turn) * km, Math.sin(turn) * km)
      if (isGround(position)) return position
    }
  }
  return undefined
}

function drawDistricts(
  { code }: Settlement,
  centre: Position,
  radiusKm: number,
  isGround: (position: Position) => boolean,
): Position[] {
  const draw = createDraw('districts', code)
  const wanted = Math.round(1 + radiusKm * 0.7)
  return Array.from({ length: wanted }, () => around(centre, draw, radiusKm * draw.between(0.25, 0.95))).filter(
    isGround,
  )
}

/** Samples shore segments, preferring long ones and those near the centre. `undefined` without a shore. */
function createShorePicker(
  coast: Coast,
  centre: Position,
  withinKm: number,
  falloffKm: number,
): ((draw: Draw) => Shore) | undefined {
  const shores = coast.shoreNear(centre, withinKm)
  if (shores.length === 0) return undefined
  let total = 0
  const sums = shores.map(({ from, to }) => {
    total += kmBetween(from, to) * Math.exp(-kmBetween(from, centre) / falloffKm)
    return total
  })
  return (draw) => {
    const lot = draw.next() * total
    return shores[sums.findIndex((sum) => sum > lot)] ?? draw.pick(shores)
  }
}

/** A position a little inland from the shore. `undefined` if there is water on both sides. */
function besideShore({ from, to }: Shore, draw: Draw, isGround: (position: Position) => boolean): Position | undefined {
  const { east, north } = offsetKm(from, to)
  const length = Math.hypot(east, north)
  if (length === 0) return undefined
  const along = draw.next()
  const inland = draw.between(0.06, 0.6)
  for (const side of [inland, -inland]) {
    const position = moveKm(from, east * along - (north / length) * side, north * along + (east / length) * side)
    if (isGround(position)) return position
  }
  return undefined
}

/** Great lakes are land on the map: at these towns the water begins this many kilometres from the centre. */
const fronts: Readonly<Record<string, { bearing: number; km: number }>> = {
  CHI: { bearing: 80, km: 1.2 },
  MKE: { bearing: 95, km: 1.4 },
  YTO: { bearing: 165, km: 1.2 },
  CLE: { bearing: 325, km: 1 },
  BUF: { bearing: 235, km: 1.2 },
  ROC: { bearing: 0, km: 9 },
  DLH: { bearing: 125, km: 0.6 },
}

/** Whether a lake lies here, in front of the town. */
function isInLake(code: string, centre: Position, position: Position): boolean {
  const front = fronts[code]
  if (front === undefined) return false
  const { east, north } = offsetKm(centre, position)
  const bearing = (front.bearing * Math.PI) / 180
  return east * Math.sin(bearing) + north * Math.cos(bearing) > front.km
}
