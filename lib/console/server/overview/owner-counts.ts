/**
 * The executions of one owner in a slot. `owner`: the id of a profile, empty for executions without a profile, or
 * `others`. `failed`: without cancelled executions. `durations`: `[ms, count]` pairs; durations keep two digits. A tuple
 * without field names, because an overview reads tens of thousands.
 */
export type OwnerCounts = readonly [
  owner: string,
  executions: number,
  failed: number,
  durations: readonly (readonly [number, number])[],
]

/** All profiles together that are not among the busiest of a stored slot. */
export const others = '*'

/** The profiles of a stored slot: with more, each slot would grow with the number of profiles. */
const mostOwners = 20

/** The counts with the busiest profiles, and all others together. */
export function boundOwners(counts: readonly OwnerCounts[], most = mostOwners): readonly OwnerCounts[] {
  const profiles = counts.filter(([owner]) => owner !== '' && owner !== others)
  if (profiles.length <= most) return counts
  const busiest = profiles.toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1)).slice(0, most)
  const kept = new Set(['', ...busiest.map(([owner]) => owner)])
  return addOwners(counts.map(([owner, ...figures]) => [kept.has(owner) ? owner : others, ...figures]))
}

/** One entry for each owner, with the sum of its entries. */
export function addOwners(counts: Iterable<OwnerCounts>): readonly OwnerCounts[] {
  return [...Map.groupBy(counts, ([owner]) => owner)].map(([owner, each]) => {
    const durations = new Map<number, number>()
    for (const [, , , pairs] of each) addDurations(durations, pairs)
    const sum = (of: 1 | 2) => each.reduce((total, one) => total + one[of], 0)
    return [owner, sum(1), sum(2), [...durations]]
  })
}

/** How many executions took how many ms. */
export type Durations = Map<number, number>

export function addDurations(sum: Durations, more: Iterable<readonly [number, number]>): void {
  for (const [ms, count] of more) sum.set(ms, (sum.get(ms) ?? 0) + count)
}
