/** One kind of container, with the number that is ready and the number that is wanted. */
export type PlannedKind = {
  readonly key: string
  readonly memoryMb: number
  readonly ready: number
  readonly wanted: number
  readonly lastUsedMs: number
}

/** Maximum number over all kinds, however small they are. */
const maxContainers = 32

/**
 * How many containers of each kind to keep ready within the budget: first one for each kind in use, then further ones
 * in turn, with the most recently used kinds first. A kind with a ready container keeps it, so that two kinds used in
 * turn do not evict each other's containers.
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
      if (wanted < round || memoryMb > left || containers === maxContainers) continue
      // A kind that got none in an earlier round may get one in this round.
      planned.set(key, (planned.get(key) ?? 0) + 1)
      left -= memoryMb
      containers += 1
    }
  }
  return planned
}
