export interface Pace {
  /** Shortest time between two requests. */
  minIntervalMs: number
  /** How early a request may come without a refusal: the network may bring two well-paced requests closer together. */
  toleranceMs: number
}

/** Ten requests per second, as in the provider's test environment. */
export const documentedPace: Pace = { minIntervalMs: 100, toleranceMs: 60 }

/**
 * 40 requests per second, as in production, with a longer tolerance, for a provider in the app's own process: when a busy
 * machine pauses, requests that were sent 25 ms apart arrive together.
 */
export const pausingPace: Pace = { minIntervalMs: 25, toleranceMs: 2000 }

/**
 * Returns whether a request is within the limit; a refused one does not count. A leaky bucket: each admitted request
 * delays the time at which the next one is due.
 */
export function createRateLimiter({ minIntervalMs, toleranceMs }: Pace): (nowMs: number) => boolean {
  let dueMs = 0
  return (nowMs) => {
    if (nowMs < dueMs - toleranceMs) return false
    dueMs = Math.max(nowMs, dueMs) + minIntervalMs
    return true
  }
}
