/** How many containers of one kind are worth having ready, from how they were asked for. */
export type Demand = {
  used(nowMs: number): void
  /** 0: it was not used lately. */
  wanted(nowMs: number): number
  readonly lastUsedMs: number
}

/** One that was not used for so long is not waited for. */
const recentMs = 5 * 60_000
/** About as long as it takes to make another one: who comes within it finds only what was ready. */
const burstMs = 1000
/** Of one kind. */
const mostReady = 4

/** As many as came within a second, at the most, in the last five minutes; at least one, at most four. */
export function createDemand(): Demand {
  /** Of the last second, at most `mostReady`. */
  let burst: number[] = []
  /** Falling sizes, rising times: the first of them that is recent is the largest that is. */
  let peaks: { readonly atMs: number; readonly size: number }[] = []
  let lastUsedMs = Number.NEGATIVE_INFINITY
  return {
    get lastUsedMs() {
      return lastUsedMs
    },
    used(nowMs) {
      lastUsedMs = nowMs
      burst = [...burst.filter((atMs) => atMs > nowMs - burstMs), nowMs].slice(-mostReady)
      peaks = [...peaks.filter(({ size }) => size > burst.length), { atMs: nowMs, size: burst.length }]
    },
    wanted(nowMs) {
      peaks = peaks.filter(({ atMs }) => atMs > nowMs - recentMs)
      return peaks[0]?.size ?? 0
    },
  }
}
