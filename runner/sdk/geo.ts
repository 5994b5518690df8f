import { asNumber } from './read-json.ts'

export type Point = { readonly lat: number; readonly lon: number }

/** A point on earth. Two zeros mean that the provider has no position. */
export function pointOf(latitude: unknown, longitude: unknown): Point | undefined {
  const lat = asNumber(latitude)
  const lon = asNumber(longitude)
  if (lat === undefined || lon === undefined || (lat === 0 && lon === 0)) return undefined
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

const radians = Math.PI / 180
const earthDiameterKm = 12_742

/** Great-circle distance in kilometres, to ten metres. */
export function kmBetween(from: Point, to: Point): number {
  const lat = Math.sin(((to.lat - from.lat) * radians) / 2)
  const lon = Math.sin(((to.lon - from.lon) * radians) / 2)
  const half = lat * lat + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * lon * lon
  return toTenMetres(earthDiameterKm * Math.asin(Math.min(1, Math.sqrt(half))))
}

/** Rounds kilometres. */
export function toTenMetres(km: number): number {
  return Math.round(km * 100) / 100
}
