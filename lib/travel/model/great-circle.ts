/** A point as [longitude, latitude] in degrees. */
export type LonLat = readonly [lon: number, lat: number]

const RADIANS = Math.PI / 180
const NAUTICAL_MILES_PER_RADIAN = 3440.065

/** The speed, and the additional time of every flight, chosen so that the times of long flights match schedules. */
const KNOTS = 445
const TAXI_HOURS = 0.5

/** The angle between two points, in radians. */
export function arcBetween([lonA, latA]: LonLat, [lonB, latB]: LonLat): number {
  const dLat = (latB - latA) * RADIANS
  const dLon = (lonB - lonA) * RADIANS
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.sin(dLon / 2) ** 2
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Great-circle distance in nautical miles. */
export function nauticalMiles(a: LonLat, b: LonLat): number {
  return arcBetween(a, b) * NAUTICAL_MILES_PER_RADIAN
}

/** The approximate flight time for a distance in nautical miles, in hours. */
export function flightHours(miles: number): number {
  return miles / KNOTS + TAXI_HOURS
}
