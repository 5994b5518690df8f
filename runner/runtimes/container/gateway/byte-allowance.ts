import type { After } from '../../../egress/scope.ts'

type ByteAllowanceOptions = {
  readonly bytesPerSecond: number
  /** Number of bytes that pass at once after a pause. */
  readonly burstBytes: number
  readonly after: After
  /** Monotonic milliseconds. */
  readonly monotonic: () => number
}

/**
 * Limits the upload rate of one execution: all gateways share a thread, which a container that sends without a pause
 * would occupy. An execution that has exceeded its allowance is read again only when the allowance covers the excess.
 * The result counts received bytes, and resolves when more may be read.
 */
export function createByteAllowance(options: ByteAllowanceOptions): (bytes: number) => Promise<void> {
  const { bytesPerSecond, burstBytes, after, monotonic } = options
  let left = burstBytes
  let atMs = monotonic()
  return (bytes) => {
    const nowMs = monotonic()
    left = Math.min(burstBytes, left + ((nowMs - atMs) / 1000) * bytesPerSecond) - bytes
    atMs = nowMs
    if (left >= 0) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    after((-left / bytesPerSecond) * 1000, resolve)
    return promise
  }
}
