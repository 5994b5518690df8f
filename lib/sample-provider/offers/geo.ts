export interface Position {
  lat: number
  lon: number
}

const EARTH_RADIUS_KM = 6371
const RADIANS = Math.PI / 180

/** Great-circle distance in kilometres. */
export function distanceKm(from: Position, to: Position): number {
  const dLat = (to.lat - from.lat) * RADIANS
  const dLon = (to.lon - from.lon) * RADIANS
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** How far east a flight goes, from -1 (due west) to 1: the jet stream carries one way and holds the other. */
export function eastward(from: Position, to: Position): number {
  const dLon = ((to.lon - from.lon + 540) % 360) - 180
  const dLat = to.lat - from.lat
  const length = Math.hypot(dLon, dLat)
  return length === 0 ? 0 : dLon / length
}
