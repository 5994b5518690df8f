/** When to try again what has failed: later each time. */
export type BackOff = {
  /** Answers whether it worked before: the first failure in a row is worth a line in the log. */
  failed(): boolean
  /** Answers whether it had failed. */
  worked(): boolean
  /** Whether it is too early to try again. */
  isOn(): boolean
}

const firstMs = 1000
const longestMs = 5 * 60_000

export function createBackOff(monotonic: () => number): BackOff {
  let failures = 0
  let untilMs = Number.NEGATIVE_INFINITY
  return {
    failed() {
      untilMs = monotonic() + Math.min(longestMs, firstMs * 2 ** failures)
      failures += 1
      return failures === 1
    },
    worked() {
      const hadFailed = failures > 0
      failures = 0
      untilMs = Number.NEGATIVE_INFINITY
      return hadFailed
    },
    isOn: () => monotonic() < untilMs,
  }
}
