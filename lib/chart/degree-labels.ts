import type { GeoProjection } from 'd3-geo'
import type { ChartText } from '../travel/chart-geometry.ts'

const STEP = 10

/** Labels for a chart's border: the meridians at the bottom edge and the parallels at the left edge. */
export function degreeLabels(projection: GeoProjection, frame: { width: number; height: number }): ChartText[] {
  const { width, height } = frame
  const bottom = crossings((x) => projection.invert?.([x, height])?.[0], width)
    .filter(({ at }) => at > 60 && at < width - 30)
    .map(({ at, degrees }): ChartText => ({ x: at, y: height - 8, text: meridian(degrees), anchor: 'middle' }))
  const left = crossings((y) => projection.invert?.([0, y])?.[1], height)
    .filter(({ at }) => at > 24 && at < height - 34)
    .map(({ at, degrees }): ChartText => ({ x: 14, y: at + 4, text: parallel(degrees), anchor: 'start' }))
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

function apart(labels: ChartText[], axis: 'x' | 'y', distance: number): ChartText[] {
  return labels.filter((label, i) =>
    labels.slice(0, i).every((other) => Math.abs(other[axis] - label[axis]) >= distance),
  )
}

function meridian(degrees: number): string {
  if (Math.abs(degrees) % 180 === 0) return `${Math.abs(degrees)}°`
  return degrees > 0 ? `${degrees}°E` : `${-degrees}°W`
}

function parallel(degrees: number): string {
  if (degrees === 0) return '0°'
  return degrees > 0 ? `${degrees}°N` : `${-degrees}°S`
}
