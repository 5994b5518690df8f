/** Bins of equal width between two ends; `counts[i]` is the number of values in the i-th. */
export interface Histogram {
  from: number
  to: number
  counts: number[]
}

/** Values outside the ends are ignored; the upper end belongs to the last bin. */
export function makeHistogram(values: readonly number[], from: number, to: number, bins: number): Histogram {
  const counts = Array.from({ length: bins }, () => 0)
  for (const value of values) {
    if (value < from || value > to) continue
    const at = to === from ? 0 : Math.min(bins - 1, Math.floor(((value - from) / (to - from)) * bins))
    counts[at] = (counts[at] ?? 0) + 1
  }
  return { from, to, counts }
}
