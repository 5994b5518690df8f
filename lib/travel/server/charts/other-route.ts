import type { GeoProjection } from 'd3-geo'
import type { ChartPlace, ChartRoutes, ChartSpot, FarEnd, StripChart } from '../../model/chart-geometry.ts'
import { sampleRoute, triangle, type XY } from './marks.ts'

type Other = StripChart['others'][number]

/** The smallest distances of a label's baseline from the top and bottom edges. The name is below the baseline. */
const TOP = 24
const BOTTOM = 26
/** Free space between a label and the left or right edge. */
const MARGIN = 4
/** The height of a label with its name. */
const LABEL_HEIGHT = 30
/** Half the width of a mark. */
const MARK_REACH = 7
/** The distance from the baseline of a code down to the baseline of its name. */
const NAME_BELOW = 14
/** The number of letters in "desde NRT", the longest label of all languages. */
const longestFarEnd = 9

/** An earlier route, dashed. A route that leaves the sheet names its far end; one without an end on it is left out. */
export function drawOtherRoute(
  projection: GeoProjection,
  route: ChartRoutes['others'][number],
  drawn: readonly string[],
  frame: { width: number; height: number },
): Other[] {
  const isInside = ([x, y]: XY) => x >= 0 && x <= frame.width && y >= 0 && y <= frame.height
  const points = sampleRoute(projection, route.origin, route.destination)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || (!isInside(first) && !isInside(last))) return []
  // Walks from the end that is on the sheet, or from the origin if both ends are.
  const isTurned = !isInside(first)
  const walk = isTurned ? points.toReversed() : points
  const far = isTurned ? route.origin : route.destination
  const exit = walk.findIndex((point) => !isInside(point))
  const shown = exit < 0 ? walk : walk.slice(0, exit + 1)
  const edge = shown.at(-1)
  if (!edge) return []
  const path = `M${shown.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`
  if (exit < 0) {
    return [
      {
        path,
        place: drawn.includes(far.code) ? null : mark(far.code, far.name, edge, frame),
        leaves: null,
        leavesName: '',
      },
    ]
  }
  const x = Math.min(frame.width - 56, Math.max(56, edge[0]))
  // At a side edge, the label is above its line; at the top or bottom edge, beside its line.
  const isSide = edge[0] < 0 || edge[0] > frame.width
  const y = Math.min(frame.height - BOTTOM, Math.max(TOP, edge[1] - (isSide ? 22 : 0)))
  const isRight = edge[0] > x + 20
  const spot = { x: Math.round(isRight ? x + 40 : x - 12), y: Math.round(y), anchor: 'end' } as const
  const cut = MARGIN - boxOf(spot, longestFarEnd, far.name).left
  const leaves: FarEnd = { ...spot, x: spot.x + Math.max(0, Math.ceil(cut)), code: far.code, isOrigin: isTurned }
  return [{ path, place: null, leaves, leavesName: far.name }]
}

function mark(code: string, name: string, at: XY, frame: { width: number }): ChartPlace {
  const y = Math.round(at[1])
  const beside = { x: Math.round(at[0] + 10), y, anchor: 'start' } as const
  const isCut = boxOf(beside, code.length, name).right > frame.width - MARGIN
  const { x, anchor } = isCut ? ({ x: Math.round(at[0] - 10), anchor: 'end' } as const) : beside
  return {
    marker: triangle(at),
    code: { x, y, text: code, anchor },
    name: { x, y: y + NAME_BELOW, text: name, anchor },
  }
}

/**
 * Moves a label that would cover another one, or that the edge would cut, to the nearest free height. Routes to
 * neighbouring places run almost along one line and leave the sheet near one point.
 *
 * @param ends the labelled ends of the main route with their marks, which do not move
 */
export function moveApart(
  others: readonly Other[],
  ends: readonly (ChartPlace & { at: XY })[],
  { height }: { height: number },
): Other[] {
  const placed = ends.flatMap(({ code, name, at: [x, y] }) => [
    boxOf(code, code.text.length, name.text),
    { left: x - MARK_REACH, right: x + MARK_REACH, y },
  ])
  const heights = Array.from({ length: height - BOTTOM - TOP + 1 }, (_, at) => TOP + at)
  return others.map((other) => {
    const { place, leaves } = other
    const box = leaves
      ? boxOf(leaves, longestFarEnd, other.leavesName)
      : place && boxOf(place.code, place.code.text.length, place.name.text)
    if (!box) return other
    const beside = placed.filter(({ left, right }) => left < box.right && box.left < right)
    const free = heights.filter((at) => beside.every((label) => Math.abs(label.y - at) >= LABEL_HEIGHT))
    const nearest = free.toSorted((a, b) => Math.abs(a - box.y) - Math.abs(b - box.y))[0]
    // A line without a label is easier to read than two labels on each other.
    if (leaves && nearest === undefined) return { ...other, leaves: null }
    const y = nearest ?? box.y
    placed.push({ ...box, y })
    return {
      ...other,
      place: place && { ...place, code: { ...place.code, y }, name: { ...place.name, y: y + NAME_BELOW } },
      leaves: leaves && { ...leaves, y },
    }
  })
}

/** The left and right end of a code and its name, by an upper estimate of their width, and the code's baseline. */
function boxOf({ x, y, anchor }: ChartSpot, length: number, name: string): { left: number; right: number; y: number } {
  const width = Math.max(length * 9, name.length * 6.5)
  const left = x - { start: 0, middle: width / 2, end: width }[anchor]
  return { left, right: left + width, y }
}
