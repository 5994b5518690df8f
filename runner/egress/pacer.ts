import type { Clock } from '../core/ports.ts'
import { createFairQueue, type FairQueue } from '../queue/fair-queue.ts'
import { mostOfOneKey } from '../queue/fair-slots.ts'
import { createTally, type Tally } from '../queue/tally.ts'
import type { After } from './scope.ts'

export type Rate = { readonly per_second: number; readonly min_interval_ms: number }

/** One call that waits for its turn. */
export type PacedCall = {
  /** The calls of a lane share its rate and its connections. */
  readonly lane: string
  /** Callers of different keys take turns, so that a flood from one delays no other. */
  readonly fairKey: string
  /** Absent: the calls are not spaced out. */
  readonly rate: Rate | undefined
  readonly signal: AbortSignal
}

/** Spaces out the calls of a lane and limits those in flight. */
export type Pacer = {
  /**
   * Resolves when the call may start; dispose the result when the call has ended. Resolves with `undefined` when the
   * signal ended the wait.
   */
  wait(call: PacedCall): Promise<Disposable | undefined>
}

type Waiter = Pick<PacedCall, 'fairKey' | 'rate'> & { readonly go: () => void }
type Lane = {
  readonly starts: number[]
  readonly queue: FairQueue<Waiter>
  /** Calls in flight, by key. */
  readonly inFlight: Tally
  inFlightInAll: number
  cancelTimer: (() => void) | undefined
}

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

/** @param ports.maxInFlight maximum number of concurrent calls per lane */
export function createPacer(ports: { clock: Clock; after: After; maxInFlight: number }): Pacer {
  const lanes = new Map<string, Lane>()
  const maxOfOneKey = mostOfOneKey(ports.maxInFlight)

  function laneOf(name: string): Lane {
    const found = lanes.get(name)
    if (found !== undefined) return found
    if (lanes.size >= maxLanes) {
      for (const [idle, { queue, inFlightInAll }] of lanes) {
        if (queue.size + inFlightInAll === 0) lanes.delete(idle)
      }
    }
    const lane: Lane = {
      starts: [],
      queue: createFairQueue(),
      inFlight: createTally(),
      inFlightInAll: 0,
      cancelTimer: undefined,
    }
    lanes.set(name, lane)
    return lane
  }

  function count(lane: Lane, fairKey: string, change: 1 | -1): void {
    lane.inFlight.add(fairKey, change)
    lane.inFlightInAll += change
  }

  function advance(lane: Lane): void {
    lane.cancelTimer?.()
    lane.cancelTimer = undefined
    const mayHaveMore = (key: string) => lane.inFlight.of(key) < maxOfOneKey
    while (lane.inFlightInAll < ports.maxInFlight) {
      const next = lane.queue.peek(mayHaveMore)
      if (next === undefined) return
      const now = ports.clock.monotonic()
      const waitMs = next.rate === undefined ? 0 : earliestStart(lane.starts, next.rate) - now
      if (waitMs > 0) {
        // A timer that fires early finds the call not due yet and sets another timer.
        lane.cancelTimer = ports.after(Math.ceil(waitMs), () => advance(lane))
        return
      }
      lane.queue.next(mayHaveMore)
      lane.starts.push(now)
      if (lane.starts.length > maxStarts) lane.starts.shift()
      count(lane, next.fairKey, 1)
      next.go()
    }
  }

  return {
    wait({ lane: name, fairKey, rate, signal }) {
      if (signal.aborted) return Promise.resolve(undefined)
      const lane = laneOf(name)
      return new Promise((resolve) => {
        const turn: Disposable = {
          [Symbol.dispose]() {
            count(lane, fairKey, -1)
            advance(lane)
          },
        }
        const waiter: Waiter = {
          fairKey,
          rate,
          go: () => {
            signal.removeEventListener('abort', leave)
            resolve(turn)
          },
        }
        const leave = () => {
          lane.queue.delete(fairKey, waiter)
          resolve(undefined)
          advance(lane)
        }
        signal.addEventListener('abort', leave, { once: true })
        lane.queue.add(fairKey, waiter)
        // With a timer, an earlier call is next.
        if (lane.cancelTimer === undefined) advance(lane)
      })
    },
  }
}
