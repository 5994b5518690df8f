/** Containers of one kind: how many there are, and how many are worth having. */
export type PlannedKind = {
  readonly key: string
  readonly memoryMb: number
  readonly ready: number
  readonly wanted: number
  readonly lastUsedMs: number
}

/** Of all kinds together, however small they are. */
const mostContainers = 32

/**
 * How many of each kind to keep ready, so that all of them together stay within the budget: first one for each kind that
 * is used, then further ones in turn, the kinds that were used last before the others. A kind that has one keeps it: two
 * that take turns do not drive out each other's.
 */
export function planPreStarted(kinds: readonly PlannedKind[], budgetMb: number): ReadonlyMap<string, number> {
  const byUse = kinds.filter(({ wanted }) => wanted > 0).sort((a, b) => b.lastUsedMs - a.lastUsedMs)
  const rounds = Math.max(0, ...byUse.map(({ wanted }) => wanted))
  const planned = new Map<string, number>()
  let left = budgetMb
  let containers = 0
  for (let round = 1; round <= rounds; round += 1) {
    const hasOne = (kind: PlannedKind) => round === 1 && kind.ready > 0
    const inTurn = [...byUse.filter(hasOne), ...byUse.filter((kind) => !hasOne(kind))]
    for (const { key, memoryMb, wanted } of inTurn) {
      if (wanted < round || memoryMb > left || containers === mostContainers) continue
      // Who got none in an earlier turn gets one in this.
      planned.set(key, (planned.get(key) ?? 0) + 1)
      left -= memoryMb
      containers += 1
    }
  }
  return planned
}
