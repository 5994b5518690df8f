export interface Pace {
  /** Shortest time between two requests. */
  minIntervalMs: number
  /**
   * How much earlier than due a request may come without a refusal: a client that keeps the interval where it sends is
   * still well-paced when the network brings two of its requests closer together.
   */
  toleranceMs: number
}

/** Ten requests a second. */
export const documentedPace: Pace = { minIntervalMs: 100, toleranceMs: 60 }

/**
 * Says whether a request is within the limit; a refused one does not count. An evenly dripping bucket: a request moves
 * the time at which the next one is due.
 */
export function createRateLimiter({ minIntervalMs, toleranceMs }: Pace): (nowMs: number) => boolean {
  let dueMs = 0
  return (nowMs) => {
    if (nowMs < dueMs - toleranceMs) return false
    dueMs = Math.max(nowMs, dueMs) + minIntervalMs
    return true
  }
}
