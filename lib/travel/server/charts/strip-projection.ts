import { type GeoProjection, geoInterpolate, geoMercator } from 'd3-geo'
import { arcBetween, type LonLat } from '../../model/great-circle.ts'

export interface StripFrame {
  width: number
  height: number
  /** The route's share of the width. */
  reach: number
}

/** In radians. A shorter route is drawn at the scale of this one, because a route of length zero has no scale. */
const SHORTEST_ARC = 0.09
/**
 * In radians. A longer route is drawn at the scale of this one, because Mercator grows without bound away from its
 * equator.
 */
const LONGEST_ARC = 2.9
/** The route leans a little, so that it looks like a course and not like a ruler. */
const LEAN_DEGREES = -7

/**
 * An oblique Mercator projection with the route as its equator: the great circle becomes a straight line with one
 * scale, and equal hours have equal lengths. The western end is on the left.
 */
export function stripProjection(from: LonLat, to: LonLat, frame: StripFrame): GeoProjection {
  const [west, east] = isEastward(from, to) ? [from, to] : [to, from]
  const along = geoInterpolate([...west], [...east])
  const [lon, lat] = along(0.5)
  const ahead = along(0.5 + 1e-4)
  const course = courseTo([lon, lat], ahead)
  const arc = Math.min(LONGEST_ARC, Math.max(SHORTEST_ARC, arcBetween(from, to)))
  return geoMercator()
    .rotate([-lon, -lat, course - 90])
    .angle(LEAN_DEGREES)
    .scale((frame.width * frame.reach) / arc)
    .translate([frame.width / 2, frame.height / 2])
    .precision(0.4)
}

/** Whether the shorter way from `a` to `b` goes east. */
export function isEastward([a]: LonLat, [b]: LonLat): boolean {
  return ((b - a + 540) % 360) - 180 >= 0
}

/** The initial course in degrees from north, clockwise. */
function courseTo([lonA, latA]: LonLat, [lonB, latB]: LonLat): number {
  const rad = Math.PI / 180
  const dLon = (lonB - lonA) * rad
  const y = Math.sin(dLon) * Math.cos(latB * rad)
  const x = Math.cos(latA * rad) * Math.sin(latB * rad) - Math.sin(latA * rad) * Math.cos(latB * rad) * Math.cos(dLon)
  return Math.atan2(y, x) / rad
}
