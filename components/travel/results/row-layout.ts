/**
 * Where each row of a list starts, in px from the start of the list, and in the end where the list ends. Rows without a
 * known height are as high as a closed one.
 */
export function startsOf(
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
  closedHeight: number,
): number[] {
  const starts = [0]
  let end = 0
  for (const key of keys) {
    end += heights.get(key) ?? closedHeight
    starts.push(end)
  }
  return starts
}

/** The first and the last row between two positions in px; of a list beyond them, the nearest row. */
export function rowsBetween(starts: readonly number[], from: number, to: number): readonly [number, number] {
  const rows = starts.slice(0, -1)
  const first = rows.findLastIndex((start) => start <= from)
  const last = rows.findLastIndex((start) => start < to)
  return [Math.max(first, 0), Math.max(first, last, 0)]
}
