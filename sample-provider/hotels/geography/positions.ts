import type { Position } from '#lib/travel/model/distance.ts'

const KM_PER_DEGREE = (6371 * Math.PI) / 180

/** The distance east and north of `from`. Accurate within a town. */
export function offsetKm(from: Position, to: Position): { east: number; north: number } {
  const dLon = ((to.lon - from.lon + 540) % 360) - 180
  return { east: dLon * kmPerDegreeEast(from.lat), north: (to.lat - from.lat) * KM_PER_DEGREE }
}

/** The position this far east and north of `from`, to five decimals (a metre). */
export function moveKm(from: Position, east: number, north: number): Position {
  const lon = from.lon + east / kmPerDegreeEast(from.lat)
  return { lat: fiveDecimals(from.lat + north / KM_PER_DEGREE), lon: fiveDecimals(((lon + 540) % 360) - 180) }
}

function kmPerDegreeEast(lat: number): number {
  return KM_PER_DEGREE * Math.max(0.05, Math.cos((lat * Math.PI) / 180))
}

function fiveDecimals(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
