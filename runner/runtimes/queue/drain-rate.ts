const shortestMs = 1000
const longestMs = 60_000
/** How much the newest gap between two ends counts. */
const weight = 0.05

export type DrainRate = {
  /** An execution ended. `isBusy`: others wait, so that the gap to the next end tells how fast work is done. */
  ended(isBusy: boolean): void
  /** Milliseconds until this many have ended, at the pace of the last ones: from a second to a minute. */
  estimateMs(waiting: number): number
}

/** Estimates when it is worth asking again. */
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
