/**
 * The smallest value with at least `share` (0 to 1) of the values at or below it. `sorted` is ascending and not empty.
 */
export function percentile(sorted: readonly number[], share: number): number {
  const at = Math.max(0, Math.ceil(sorted.length * share) - 1)
  const value = sorted[Math.min(at, sorted.length - 1)]
  if (value === undefined) throw new RangeError('an empty list has no percentile')
  return value
}

/** The middle value. For an even count, the lower of the two middle values, so that the result is a measured value. */
export function median(values: readonly number[]): number {
  return percentile([...values].sort(ascending), 0.5)
}

export const ascending = (a: number, b: number): number => a - b

/** The median of each name over the rounds that have it. */
export function medians(rounds: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)))
  const of = (name: string) => median(rounds.map((round) => round[name]).filter((value) => value !== undefined))
  return Object.fromEntries([...names].map((name) => [name, of(name)]))
}
