import { type GeoProjection, geoInterpolate } from 'd3-geo'
import type { ChartPoint } from '../../model/chart-geometry.ts'

export type XY = readonly [x: number, y: number]

export const tenth = (value: number) => Math.round(value * 10) / 10

/** A point in path data notation. */
export const pair = ([x, y]: XY) => `${tenth(x)} ${tenth(y)}`

/** The triangle that marks a place, the symbol of a waypoint on aeronautical charts. */
export function triangle([x, y]: XY): string {
  return `M${tenth(x)} ${tenth(y - 6)}l5.6 9.6h-11.2z`
}

/** Samples the great circle between two points, projected. */
export function sampleRoute(projection: GeoProjection, from: ChartPoint, to: ChartPoint, steps = 48): XY[] {
  const along = geoInterpolate([from.lon, from.lat], [to.lon, to.lat])
  return Array.from({ length: steps + 1 }, (_, i) => {
    const [x, y] = projection(along(i / steps)) ?? [0, 0]
    return [x, y]
  })
}
