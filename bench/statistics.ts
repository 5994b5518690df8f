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

/** The 95 % interval of a share, by Wilson. Without samples: 0 to 1. */
export function wilson(part: number, whole: number): readonly [low: number, high: number] {
  if (whole === 0) return [0, 1]
  const z = 1.96
  const share = part / whole
  const middle = share + z ** 2 / (2 * whole)
  const half = z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))
  const scale = 1 + z ** 2 / whole
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}
