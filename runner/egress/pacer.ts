import type { Clock } from '../core/ports.ts'
import type { After } from './scope.ts'

export type Rate = { readonly per_second: number; readonly min_interval_ms: number }

/** Spaces out calls that share a key, first come, first served. */
export type Pacer = {
  /** Resolves with `true` when the call may start, with `false` when the signal ended the wait. */
  wait(key: string, rate: Rate, signal: AbortSignal): Promise<boolean>
}

type Waiter = { readonly rate: Rate; readonly go: () => void }
type Lane = { readonly starts: number[]; readonly queue: Waiter[]; cancelTimer: (() => void) | undefined }

/** The number of past starts to keep, enough for the highest allowed rate. */
const maxStarts = 1000
const maxLanes = 1000

/** The earliest start of the next call, in monotonic milliseconds. A time in the past means at once. */
function earliestStart(starts: readonly number[], { per_second, min_interval_ms }: Rate): number {
  const count = Math.max(1, Math.floor(per_second))
  const windowMs = (count / per_second) * 1000
  const last = starts.at(-1)
  const first = starts.at(-count)
  return Math.max(
    last === undefined ? Number.NEGATIVE_INFINITY : last + min_interval_ms,
    first === undefined ? Number.NEGATIVE_INFINITY : first + windowMs,
  )
}

export function createPacer(ports: { clock: Clock; after: After }): Pacer {
  const lanes = new Map<string, Lane>()

  function laneOf(key: string): Lane {
    const found = lanes.get(key)
    if (found !== undefined) return found
    if (lanes.size >= maxLanes) {
      for (const [idleKey, lane] of lanes) if (lane.queue.length === 0) lanes.delete(idleKey)
    }
    const lane: Lane = { starts: [], queue: [], cancelTimer: undefined }
    lanes.set(key, lane)
    return lane
  }

  function advance(lane: Lane): void {
    lane.cancelTimer?.()
    lane.cancelTimer = undefined
    for (let head = lane.queue[0]; head !== undefined; head = lane.queue[0]) {
      const now = ports.clock.monotonic()
      const waitMs = earliestStart(lane.starts, head.rate) - now
      if (waitMs > 0) {
        // A timer that fires early finds the call not due yet and sets another timer.
        lane.cancelTimer = ports.after(Math.ceil(waitMs), () => advance(lane))
        return
      }
      lane.queue.shift()
      lane.starts.push(now)
      if (lane.starts.length > maxStarts) lane.starts.shift()
      head.go()
    }
  }

  return {
    wait(key, rate, signal) {
      if (signal.aborted) return Promise.resolve(false)
      const lane = laneOf(key)
      return new Promise((resolve) => {
        const waiter: Waiter = {
          rate,
          go: () => {
            signal.removeEventListener('abort', leave)
            resolve(true)
          },
        }
        const leave = () => {
          const index = lane.queue.indexOf(waiter)
          if (index !== -1) lane.queue.splice(index, 1)
          resolve(false)
          if (index === 0) advance(lane)
        }
        signal.addEventListener('abort', leave, { once: true })
        lane.queue.push(waiter)
        if (lane.queue.length === 1) advance(lane)
      })
    },
  }
}
