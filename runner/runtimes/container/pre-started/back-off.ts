/** Delays retries, longer after each failure. */
export type BackOff = {
  /** Records a failure. Returns true for the first failure in a row, which the caller should log. */
  failed(): boolean
  /** Records a success. Returns whether it followed a failure. */
  worked(): boolean
  /** Whether it is too early for the next retry. */
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
