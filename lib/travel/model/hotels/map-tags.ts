/** A point to mark on a map, in km from the centre of its area, and the width of its tag in px. */
export interface MapPoint {
  key: string
  x: number
  y: number
  width: number
}

/** A tag for one point, or for several whose tags would overlap. The tag is placed at the first point. */
export interface MapTag {
  points: [MapPoint, ...MapPoint[]]
}

/** The height of a tag with its pin, and of its touch target, in px at the usual text size. */
export const TAG_HEIGHT = 34
export const TOUCH_HEIGHT = 44
/** The gap between two tags, and the additional width of a tag for several points, which says "12 from" in any language. */
const GAP = 3
export const COUNT_WIDTH = 54

/**
 * Tags that do not overlap at a scale, in the order of the points: a tag that would overlap an earlier one joins it.
 * The map's position does not matter, so panning never changes a tag.
 *
 * @param height of a tag or its touch target in px; its width is always larger
 * @param textScale the reader's text size, 1 for the usual one
 */
export function placeTags(
  points: readonly MapPoint[],
  kmPerPx: number,
  { height = TAG_HEIGHT, textScale = 1 } = {},
): MapTag[] {
  const tags: (MapTag & { left: number; top: number; width: number })[] = []
  for (const point of points) {
    const [left, top] = [point.x / kmPerPx, point.y / kmPerPx]
    const width = point.width + COUNT_WIDTH * textScale
    const under = tags.find(
      (tag) =>
        Math.abs(tag.left - left) < (tag.width + width) / 2 + GAP && Math.abs(tag.top - top) < height * textScale + GAP,
    )
    if (under) under.points.push(point)
    else tags.push({ points: [point], left, top, width })
  }
  return tags.map(({ points: held }) => ({ points: held }))
}
