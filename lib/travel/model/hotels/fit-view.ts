import type { AreaMap } from '../area-geometry.ts'
import { COUNT_WIDTH, type MapPoint, TAG_HEIGHT } from './map-tags.ts'
import { type MapSize, type MapView, withinArea } from './map-view.ts'

/** A tag on one axis: the position of its point in km, and the px that it covers before and after that position. */
interface Span {
  at: number
  before: number
  after: number
}

/** The space in px that tags must leave free at each end of an axis. */
interface Insets {
  start: number
  end: number
}

// In px at the usual text size.
const EDGE = 8
/** The part of a tag's pin below its point. */
const PIN_END = 5
/** The zoom buttons in the lower left corner with their margins, at touch size, and the note to the right of them. */
const BUTTONS_WIDTH = 62
const BUTTONS_HEIGHT = 126
const NOTE_HEIGHT = 24

const MAX_PX_PER_KM = 250
/** The largest share of the map that half of a tag may take. A wider tag is cut off. */
const MAX_SHARE = 0.45

/**
 * The closest view that shows the tag of every point whole and clear of the map's buttons. Without points, 10 km
 * across, around the centre.
 *
 * @param textScale the reader's text size, 1 for the usual one
 */
export function viewAround(
  points: readonly Pick<MapPoint, 'x' | 'y' | 'width'>[],
  size: MapSize,
  area: Pick<AreaMap, 'reachKm'>,
  textScale = 1,
): MapView {
  if (points.length === 0) {
    return withinArea({ x: 0, y: 0, kmPerPx: 10 / Math.max(1, Math.min(size.width, size.height)) }, size, area)
  }
  const edge = EDGE * textScale
  const across = points.map(({ x, width }) => {
    const half = (width + COUNT_WIDTH * textScale) / 2
    return { at: x, before: half, after: half }
  })
  const down = points.map(({ y }) => ({ at: y, before: TAG_HEIGHT * textScale, after: PIN_END * textScale }))
  const viewWith = (left: number, bottom: number): MapView => {
    const [horizontal, vertical] = [
      { start: left * textScale, end: edge },
      { start: edge, end: bottom * textScale },
    ]
    const pxPerKm = Math.min(closest(across, size.width, horizontal), closest(down, size.height, vertical))
    return {
      x: middle(across, size.width, horizontal, pxPerKm),
      y: middle(down, size.height, vertical, pxPerKm),
      kmPerPx: 1 / pxPerKm,
    }
  }
  // The closer one of two views: with the tags beside the buttons, or above them.
  const [beside, above] = [viewWith(BUTTONS_WIDTH, NOTE_HEIGHT), viewWith(EDGE, BUTTONS_HEIGHT)]
  const room = MAX_SHARE * (size.width - BUTTONS_WIDTH * textScale - edge)
  const isBeside = beside.kmPerPx < above.kmPerPx && across.every(({ before }) => before <= room)
  return withinArea(isBeside ? beside : above, size, area)
}

/** The largest scale in px per km at which all spans fit between the insets. */
function closest(spans: readonly Span[], length: number, { start, end }: Insets): number {
  const free = Math.max(1, length - start - end)
  const fits = (pxPerKm: number) => {
    const [from, to] = extent(spans, pxPerKm, free)
    return to - from <= free
  }
  if (fits(MAX_PX_PER_KM)) return MAX_PX_PER_KM
  let [low, high] = [0, MAX_PX_PER_KM]
  for (let round = 0; round < 30; round++) {
    const half = (low + high) / 2
    if (fits(half)) low = half
    else high = half
  }
  return Math.max(low, 1e-3)
}

/** The position at the window's middle, in km: the middle of the spans, moved only as far as the insets require. */
function middle(spans: readonly Span[], length: number, { start, end }: Insets, pxPerKm: number): number {
  const [from, to] = extent(spans, pxPerKm, length - start - end)
  const half = (to - from) / 2
  const at = Math.max(start + half, Math.min(length / 2, length - end - half))
  return ((from + to) / 2 + length / 2 - at) / pxPerKm
}

/**
 * The start of the first span and the end of the last, in px from km 0. Each half of a span counts for at most
 * `MAX_SHARE` of `free`.
 */
function extent(spans: readonly Span[], pxPerKm: number, free: number): [from: number, to: number] {
  const most = MAX_SHARE * free
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { at, before, after } of spans) {
    from = Math.min(from, at * pxPerKm - Math.min(most, before))
    to = Math.max(to, at * pxPerKm + Math.min(most, after))
  }
  return [from, to]
}
