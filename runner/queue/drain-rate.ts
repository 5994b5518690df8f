const shortestMs = 1000
const longestMs = 60_000
/** The weight of the newest gap between two ends in the moving average. */
const weight = 0.05

type DrainRate = {
  /** Records the end of an execution. `isBusy`: others wait, so the gap to the next end measures the pace. */
  ended(isBusy: boolean): void
  /** Estimated milliseconds until this many have ended at the recent pace, between one second and one minute. */
  estimateMs(waiting: number): number
}

/** Estimates when a retry is worthwhile. */
export function createDrainRate(now: () => number): DrainRate {
  let meanMs: number | undefined
  let last: number | undefined
  return {
    ended: (isBusy) => {
      const at = now()
      if (last !== undefined) meanMs = meanMs === undefined ? at - last : meanMs + weight * (at - last - meanMs)
      last = isBusy ? at : undefined
    },
    estimateMs: (waiting) => Math.round(Math.min(longestMs, Math.max(shortestMs, waiting * (meanMs ?? 0)))),
  }
}
