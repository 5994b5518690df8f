/** Something to mark on a map, in km from the centre of its area, and how wide its tag is, in px. */
export interface MapPoint {
  key: string
  x: number
  y: number
  width: number
}

/** A tag that stands for one point or for several that it would cover; the first is where it stands. */
export interface MapTag {
  points: [MapPoint, ...MapPoint[]]
}

/** A tag stands above its point. */
export const TAG_HEIGHT = 24
const TAG_RISE = 10
/** Kept free between two tags; a tag of several is wider by its count. */
const GAP = 3
const COUNT_WIDTH = 34

/**
 * Tags that do not cover each other at a scale, in the order of the points: one that would cover an earlier tag goes into it.
 * Where the map is moved to does not matter, so that panning never changes a tag.
 */
export function placeTags(points: readonly MapPoint[], kmPerPx: number): MapTag[] {
  const tags: (MapTag & { left: number; top: number; width: number })[] = []
  for (const point of points) {
    const [left, top] = [point.x / kmPerPx, point.y / kmPerPx]
    const width = point.width + COUNT_WIDTH
    const under = tags.find(
      (tag) =>
        Math.abs(tag.left - left) < (tag.width + width) / 2 + GAP &&
        Math.abs(tag.top - top) < TAG_HEIGHT + TAG_RISE + GAP,
    )
    if (under) under.points.push(point)
    else tags.push({ points: [point], left, top, width })
  }
  return tags.map(({ points: held }) => ({ points: held }))
}
