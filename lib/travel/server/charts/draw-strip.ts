import { type GeoPermissibleObjects, type GeoProjection, geoGraticule, geoPath } from 'd3-geo'
import { LRUCache } from 'lru-cache'
import type { ChartPlace, ChartPoint, ChartRoutes, StripChart } from '../../model/chart-geometry.ts'
import { flightHours, type LonLat, nauticalMiles } from '../../model/great-circle.ts'
import { degreeLabels } from './degree-labels.ts'
import { pair, tenth, triangle, type XY } from './marks.ts'
import { drawOtherRoute, moveApart } from './other-route.ts'
import { readLand } from './read-land.ts'
import { isEastward, type StripFrame, stripProjection } from './strip-projection.ts'
import { createThinPath } from './thin-path.ts'

/** The frame, and the density of its labels: a phone has room for half as many. */
interface StripLayout extends StripFrame {
  hoursPerLabel: number
  labels: 'beside' | 'above-and-below'
  withDegrees: boolean
}

export const wideStrip: StripLayout = {
  width: 1182,
  height: 304,
  reach: 0.66,
  hoursPerLabel: 2,
  labels: 'beside',
  withDegrees: true,
}

export const narrowStrip: StripLayout = {
  width: 356,
  height: 164,
  reach: 0.72,
  hoursPerLabel: 4,
  labels: 'above-and-below',
  withDegrees: false,
}

const position = ({ lon, lat }: ChartPoint): LonLat => [lon, lat]

/** Draws the map under a route, rotated so that the route runs along the strip. Pure; takes about ten milliseconds. */
export function drawStrip(land: GeoPermissibleObjects, routes: ChartRoutes, layout: StripLayout): StripChart {
  const { origin, destination } = routes
  const projection = stripProjection(position(origin), position(destination), layout)
  const [start, end] = [toXY(projection, origin), toXY(projection, destination)]
  const miles = Math.round(nauticalMiles(position(origin), position(destination)))
  const hours = flightHours(miles)
  const isOriginLeft = isEastward(position(origin), position(destination))
  const from = placeMark(origin, start, isOriginLeft ? 'left' : 'right', layout)
  const to = placeMark(destination, end, isOriginLeft ? 'right' : 'left', layout)
  const degrees = layout.withDegrees ? degreeLabels(projection, layout) : []
  return {
    width: layout.width,
    height: layout.height,
    land: drawLand(land, projection, layout),
    graticule: drawGraticule(projection, layout),
    degrees,
    route: `M${pair(start)}L${pair(end)}`,
    ticks: hourTicks(start, end, hours, layout.hoursPerLabel),
    distance: milesLabel(start, end, miles),
    ends: [from, to],
    others: moveApart(
      routes.others.flatMap((other) => drawOtherRoute(projection, other, [origin.code, destination.code], layout)),
      [
        { ...from, at: start },
        { ...to, at: end },
      ],
      layout,
    ),
    facts: {
      shows: routes.shows,
      origin: origin.name,
      destination: destination.name,
      miles,
      hours: Math.round(hours),
    },
  }
}

function toXY(projection: GeoProjection, point: ChartPoint): XY {
  const [x, y] = projection([point.lon, point.lat]) ?? [0, 0]
  return [x, y]
}

function drawLand(land: GeoPermissibleObjects, projection: GeoProjection, { width, height }: StripLayout): string {
  const margin = 12
  projection.clipExtent([
    [-margin, -margin],
    [width + margin, height + margin],
  ])
  const thin = createThinPath(width > 600 ? 1.4 : 1, width > 600 ? 3 : 2)
  geoPath(projection, thin)(land)
  projection.clipExtent(null)
  return thin.data()
}

function drawGraticule(projection: GeoProjection, { width, height }: StripLayout): string {
  projection.clipExtent([
    [0, 0],
    [width, height],
  ])
  const path = geoPath(projection).digits(0)(geoGraticule().step([10, 10]).precision(4)()) ?? ''
  projection.clipExtent(null)
  return path
}

/** Ticks for the hours of flight. Those at multiples of `hoursPerLabel` are longer and labelled. */
function hourTicks(start: XY, end: XY, hours: number, hoursPerLabel: number): StripChart['ticks'] {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
  const length = Math.hypot(dx, dy)
  const [nx, ny] = dx >= 0 ? [-dy / length, dx / length] : [dy / length, -dx / length]
  // Keeps the last tick away from the marker.
  const whole = Math.floor(hours - (16 * hours) / length)
  // A tick for every three hours where hourly ticks would touch.
  const step = length / hours < 9 ? 3 : 1
  return Array.from({ length: Math.floor(whole / step) }, (_, i) => (i + 1) * step).map((hour) => {
    const [x, y] = [start[0] + (dx * hour) / hours, start[1] + (dy * hour) / hours]
    const isLabelled = hour % hoursPerLabel === 0
    const size = isLabelled ? 7 : 4
    return {
      path: `M${pair([x - nx * size, y - ny * size])}L${pair([x + nx * size, y + ny * size])}`,
      label: isLabelled ? { x: tenth(x - nx * 13), y: tenth(y - ny * 13), hours: hour, anchor: 'middle' } : null,
    }
  })
}

function milesLabel(start: XY, end: XY, miles: number): StripChart['distance'] {
  const x = (start[0] + end[0]) / 2
  const y = (start[1] + end[1]) / 2
  return { x: tenth(x), y: tenth(y + 26), miles, anchor: 'middle' }
}

/** A marker with code and name; the text points away from the route. */
function placeMark(point: ChartPoint, at: XY, side: 'left' | 'right', layout: StripLayout): ChartPlace {
  const [x, y] = at
  const marker = triangle(at)
  if (layout.labels === 'above-and-below') {
    const top = side === 'left' ? y + 20 : y - 26
    const centre = Math.min(layout.width - 34, Math.max(34, x))
    return {
      marker,
      code: { x: tenth(centre), y: tenth(top), text: point.code, anchor: 'middle' },
      name: { x: tenth(centre), y: tenth(top + 14), text: point.name, anchor: 'middle' },
    }
  }
  const anchor = side === 'left' ? 'end' : 'start'
  const shift = side === 'left' ? -12 : 12
  return {
    marker,
    code: { x: tenth(x + shift), y: tenth(y - 2), text: point.code, anchor },
    name: { x: tenth(x + shift), y: tenth(y + 12), text: point.name, anchor },
  }
}

export type StripCharts = ReturnType<typeof createStripCharts>

/**
 * Reads the coastlines at the first drawing (about 20 ms) and caches the last `max` charts.
 *
 * @param options.root the project folder, which contains node_modules
 */
export function createStripCharts({ root, max = 200 }: { root: string; max?: number }) {
  let land: ReturnType<typeof readLand> | undefined
  const drawn = new LRUCache<string, { wide: StripChart; narrow: StripChart }, ChartRoutes>({
    max,
    memoMethod(_key, _stale, { context: routes }) {
      land ??= readLand(root, '50m')
      return { wide: drawStrip(land, routes, wideStrip), narrow: drawStrip(land, routes, narrowStrip) }
    },
  })
  /** The chart of these routes in both shapes, cached. */
  return { draw: (routes: ChartRoutes) => drawn.memo(JSON.stringify(routes), { context: routes }) }
}
