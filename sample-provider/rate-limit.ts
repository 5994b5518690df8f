export interface RateLimits {
  /** Requests in a second, per client. */
  perSecond: number
  /** Shortest time between two requests of a client. */
  minIntervalMs: number
  /**
   * How much earlier than due a request may come without a refusal: a client that keeps the interval where it sends is
   * still well-paced when the network brings two of its requests closer together.
   */
  toleranceMs: number
}

export const testLimits: RateLimits = { perSecond: 10, minIntervalMs: 100, toleranceMs: 60 }

export interface RateLimiter {
  /** True when this client's request is within the limits; a refused request does not count. */
  admit(client: string, nowMs: number): boolean
}

interface Due {
  interval: number
  second: number
}

/**
 * Both limits as evenly dripping buckets: a request moves the time at which the next one is due, and may come before
 * that time by the tolerance (for the interval) or by a second's worth of requests (for the rate).
 */
export function createRateLimiter(limits: RateLimits = testLimits): RateLimiter {
  const dueByClient = new Map<string, Due>()
  const spacingMs = limits.perSecond > 0 ? 1000 / limits.perSecond : 0
  const burstMs = 1000 - spacingMs + limits.toleranceMs

  return {
    admit(client, nowMs) {
      const due = dueByClient.get(client) ?? { interval: 0, second: 0 }
      if (nowMs < due.interval - limits.toleranceMs || nowMs < due.second - burstMs) return false
      dueByClient.set(client, {
        interval: Math.max(nowMs, due.interval) + limits.minIntervalMs,
        second: Math.max(nowMs, due.second) + spacingMs,
      })
      return true
    },
  }
}
