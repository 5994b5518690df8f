/** A point as [longitude, latitude] in degrees. */
export type LonLat = readonly [lon: number, lat: number]

const RADIANS = Math.PI / 180

/** The angle between two points, in radians. */
export function arcBetween([lonA, latA]: LonLat, [lonB, latB]: LonLat): number {
  const dLat = (latB - latA) * RADIANS
  const dLon = (lonB - lonA) * RADIANS
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.sin(dLon / 2) ** 2
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)))
}
