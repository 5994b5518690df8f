import type { After } from '../../../egress/scope.ts'

export type ByteAllowance = {
  /** Takes these bytes, which have come, and resolves when the next ones may. */
  spend(bytes: number): Promise<void>
}

export type ByteAllowanceOptions = {
  readonly bytesPerSecond: number
  /** So many pass at once after a pause. */
  readonly burstBytes: number
  readonly after: After
  /** Monotonic milliseconds. */
  readonly monotonic: () => number
}

/**
 * What one execution may send to the gateway: all gateways share a thread, and who sends without a pause would have it most of the time. Whoever
 * has spent more than is due is not read from until it is.
 */
export function createByteAllowance(options: ByteAllowanceOptions): ByteAllowance {
  const { bytesPerSecond, burstBytes, after, monotonic } = options
  let left = burstBytes
  let atMs = monotonic()
  return {
    spend(bytes) {
      const nowMs = monotonic()
      left = Math.min(burstBytes, left + ((nowMs - atMs) / 1000) * bytesPerSecond) - bytes
      atMs = nowMs
      if (left >= 0) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      after((-left / bytesPerSecond) * 1000, resolve)
      return promise
    },
  }
}
