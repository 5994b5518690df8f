/** Counts by key. A key without a count is forgotten. */
export type Tally = {
  of(key: string): number
  add(key: string, change: number): void
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key, change) {
      const count = of(key) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
