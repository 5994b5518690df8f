/** How many containers of one kind to keep ready, based on recent use. */
export type Demand = {
  used(nowMs: number): void
  /** 0: no recent use. */
  wanted(nowMs: number): number
  readonly lastUsedMs: number
}

/** After this long without use, no container is kept ready. */
const recentMs = 5 * 60_000
/** About the time to start a container: further requests within it can only use containers that are already waiting. */
const burstMs = 1000
/** Maximum number for one kind. */
const maxReady = 4

/** `wanted` is the highest number of uses within one second during the last five minutes, at most four. */
export function createDemand(): Demand {
  /** The uses of the last second, at most `maxReady`. */
  let burst: number[] = []
  /** Sorted by falling size and rising time: the first recent peak is the largest recent one. */
  let peaks: { readonly atMs: number; readonly size: number }[] = []
  let lastUsedMs = Number.NEGATIVE_INFINITY
  return {
    get lastUsedMs() {
      return lastUsedMs
    },
    used(nowMs) {
      lastUsedMs = nowMs
      burst = [...burst.filter((atMs) => atMs > nowMs - burstMs), nowMs].slice(-maxReady)
      peaks = [...peaks.filter(({ size }) => size > burst.length), { atMs: nowMs, size: burst.length }]
    },
    wanted(nowMs) {
      peaks = peaks.filter(({ atMs }) => atMs > nowMs - recentMs)
      return peaks[0]?.size ?? 0
    },
  }
}
