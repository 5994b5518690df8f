import type { MapPlace } from '../area-geometry.ts'
import { COUNT_WIDTH, type MapTag, TAG_HEIGHT } from './map-tags.ts'
import { type MapSize, type MapView, toPx } from './map-view.ts'

/** A name on the map, at the middle of its text in px. */
export interface MapLabel extends Pick<MapPlace, 'name' | 'kind'> {
  left: number
  top: number
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const MOST = 30
/** Upper estimates of a letter's width and a line's height in px, so that names do not touch in any font. */
const LETTER = 7.5
const WIDE_LETTER = 12.5
const LINE = 16
const GAP = 3

/**
 * The names that fit: whole, and clear of the prices of hotels and of earlier names. The first ones count most.
 *
 * @param textScale the reader's text size, 1 for the usual one
 */
export function placeLabels(
  places: readonly MapPlace[],
  tags: readonly MapTag[],
  view: MapView,
  size: MapSize,
  textScale = 1,
): MapLabel[] {
  const taken = tags.map(({ points: [first] }): Box => {
    const { left, top } = toPx(view, size, first)
    const half = (first.width + COUNT_WIDTH * textScale) / 2
    return { left: left - half, right: left + half, top: top - TAG_HEIGHT * textScale, bottom: top + GAP }
  })
  const labels: MapLabel[] = []
  for (const { name, kind, x, y } of places) {
    if (labels.length >= MOST) break
    const { left, top } = toPx(view, size, { x, y })
    const half = (widthOf(name) * textScale) / 2 + GAP
    const high = (LINE * textScale) / 2
    const box = { left: left - half, right: left + half, top: top - high, bottom: top + high }
    const isWhole = box.left >= 0 && box.right <= size.width && box.top >= 0 && box.bottom <= size.height
    if (!isWhole || taken.some((other) => overlap(box, other))) continue
    taken.push(box)
    labels.push({ name, kind, left, top })
  }
  return labels
}

const widthOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE_LETTER : LETTER), 0)

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
