/** The smallest value that at least `share` (0 to 1) of `sorted` do not exceed. `sorted` ascends and is not empty. */
export function percentile(sorted: readonly number[], share: number): number {
  const at = Math.max(0, Math.ceil(sorted.length * share) - 1)
  const value = sorted[Math.min(at, sorted.length - 1)]
  if (value === undefined) throw new RangeError('There is no percentile of nothing')
  return value
}

/** The middle one; of an even number the lower of the two in the middle, so that it is one that was measured. */
export function median(values: readonly number[]): number {
  return percentile([...values].sort(ascending), 0.5)
}

export const ascending = (a: number, b: number): number => a - b

/** For each name, the median of its values over all rounds that have it. */
export function medians(rounds: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)))
  const of = (name: string) => median(rounds.map((round) => round[name]).filter((value) => value !== undefined))
  return Object.fromEntries([...names].map((name) => [name, of(name)]))
}
