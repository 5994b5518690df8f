import type { GeoProjection } from 'd3-geo'
import type { ChartDegree } from '../../model/chart-geometry.ts'

const STEP = 10

/** Labels for a chart's border: the meridians at the bottom edge and the parallels at the left edge. */
export function degreeLabels(projection: GeoProjection, frame: { width: number; height: number }): ChartDegree[] {
  const { width, height } = frame
  const bottom = crossings((x) => projection.invert?.([x, height])?.[0], width)
    .filter(({ at }) => at > 60 && at < width - 30)
    .map(({ at, degrees }): ChartDegree => ({ x: at, y: height - 8, ...meridian(degrees), anchor: 'middle' }))
  const left = crossings((y) => projection.invert?.([0, y])?.[1], height)
    .filter(({ at }) => at > 24 && at < height - 34)
    .map(({ at, degrees }): ChartDegree => ({ x: 14, y: at + 4, ...parallel(degrees), anchor: 'start' }))
  return [...apart(bottom, 'x', 44), ...apart(left, 'y', 28)]
}

/** The positions on an edge where a coordinate passes a multiple of ten degrees. */
function crossings(coordinate: (at: number) => number | undefined, length: number): { at: number; degrees: number }[] {
  const found: { at: number; degrees: number }[] = []
  let before = coordinate(0)
  for (let at = 2; at <= length; at += 2) {
    const now = coordinate(at)
    if (before !== undefined && now !== undefined && Math.abs(now - before) < STEP) {
      const low = Math.min(before, now)
      const degrees = Math.ceil(low / STEP) * STEP
      if (degrees <= Math.max(before, now) && degrees > low) found.push({ at, degrees })
    }
    before = now
  }
  return found
}

function apart(labels: ChartDegree[], axis: 'x' | 'y', distance: number): ChartDegree[] {
  return labels.filter((label, i) =>
    labels.slice(0, i).every((other) => Math.abs(other[axis] - label[axis]) >= distance),
  )
}

type Coordinate = Pick<ChartDegree, 'degrees' | 'toward'>

function meridian(signed: number): Coordinate {
  const degrees = Math.abs(signed)
  if (degrees % 180 === 0) return { degrees, toward: 'none' }
  return { degrees, toward: signed > 0 ? 'east' : 'west' }
}

function parallel(signed: number): Coordinate {
  if (signed === 0) return { degrees: 0, toward: 'none' }
  return { degrees: Math.abs(signed), toward: signed > 0 ? 'north' : 'south' }
}
