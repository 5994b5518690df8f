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

/** The step of a slider between two ends: 1, 2 or 5 times a power of ten, in at least `least` steps. */
export function niceStep(from: number, to: number, least: number): number {
  const rough = (to - from) / least
  if (!(rough > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [5, 2, 1].find((one) => one * power <= rough) ?? 1
  return factor * power
}
