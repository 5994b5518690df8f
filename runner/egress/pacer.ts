import type { Clock } from '../core/ports.ts'
import { createFairQueue, createTally, type FairQueue, type Tally } from '../queue/fair-queue.ts'
import { mostOfOneKey, shareOfOneKey } from '../queue/fair-slots.ts'
import type { After } from './scope.ts'

export type Rate = { readonly per_second: number; readonly min_interval_ms: number }

/**
 * Books the next starts of a lane among all processes. Returns the milliseconds from now until each, in order.
 */
export type BookStarts = (lane: string, rate: Rate, count: number) => Promise<readonly number[]>

/** One call that waits for its turn. */
export type PacedCall = {
  /** The calls of a lane share its rate and its connections. */
  readonly lane: string
  /** Callers of different keys take turns, so that a flood from one delays no other. */
  readonly fairKey: string
  /** Absent: the calls are not spaced out. */
  readonly rate: Rate | undefined
  /** Whether the key has only a share of the rate, as for guests. Absent: it may use all of it. */
  readonly isShare?: boolean
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
  readonly name: string
  /** Whether other processes know the lane, so that its starts are booked. */
  readonly isShared: boolean
  /** Starts of this process that it has booked and not used, in order. */
  readonly booked: { readonly at: number; readonly rate: Rate }[]
  isBooking: boolean
  /** Whether the last booked start came too late, and no call has started since. */
  hasMissed: boolean
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
/**
 * How late a booked start may be used: until that of another process may follow. A process whose every timer is later
 * uses the last one that it has booked, so that it goes on. If that is later still, it books once more, and then uses the
 * start however late it is.
 */
const latenessMs = ({ per_second, min_interval_ms }: Rate) => Math.max(min_interval_ms, 1000 / per_second)
const lastLatenessMs = 5_000
/** The longest time that is booked at once: calls of other processes wait for so long. */
const bookedS = 0.5

const isSame = (one: Rate, other: Rate): boolean =>
  one.per_second === other.per_second && one.min_interval_ms === other.min_interval_ms

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

/**
 * @param ports.maxInFlight maximum number of concurrent calls per lane
 * @param ports.book absent or failing: the calls of this process alone keep the rate
 */
export function createPacer(ports: {
  clock: Clock
  after: After
  maxInFlight: number
  book?: BookStarts | undefined
}): Pacer {
  const { book } = ports
  const lanes = new Map<string, Lane>()
  const maxOfOneKey = mostOfOneKey(ports.maxInFlight)

  function laneOf(name: string, isShared: boolean): Lane {
    const found = lanes.get(name)
    if (found !== undefined) return found
    if (lanes.size >= maxLanes) {
      for (const [idle, { queue, inFlightInAll }] of lanes) {
        if (queue.size + inFlightInAll === 0) lanes.delete(idle)
      }
    }
    const lane: Lane = {
      name,
      isShared,
      booked: [],
      isBooking: false,
      hasMissed: false,
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

  /** When the next call may start. Undefined: the lane goes on when its next starts are booked. */
  function nextStart(lane: Lane, rate: Rate, now: number): number | undefined {
    const earliest = Math.max(now, earliestStart(lane.starts, rate))
    if (book === undefined || !lane.isShared) return earliest
    const lastMs = lane.hasMissed ? Number.POSITIVE_INFINITY : lastLatenessMs
    const isUsable = (one: Lane['booked'][number]) =>
      isSame(one.rate, rate) && one.at >= earliest - (lane.booked.length === 1 ? lastMs : latenessMs(rate))
    while (lane.booked[0] !== undefined && !isUsable(lane.booked[0])) {
      const left = lane.booked.shift()
      lane.hasMissed ||= lane.booked.length === 0 && left !== undefined && isSame(left.rate, rate)
    }
    const [own] = lane.booked
    if (own !== undefined) return Math.max(own.at, earliest)
    if (lane.isBooking) return undefined
    lane.isBooking = true
    const most = Math.min(
      lane.queue.size,
      ports.maxInFlight - lane.inFlightInAll,
      Math.floor(rate.per_second * bookedS),
    )
    void book(lane.name, rate, Math.max(1, most))
      .catch(() => [earliest - ports.clock.monotonic()])
      .then((waits) => {
        lane.isBooking = false
        const from = ports.clock.monotonic()
        lane.booked.push(...waits.map((ms) => ({ at: from + ms, rate })))
        advance(lane)
      })
    return undefined
  }

  function advance(lane: Lane): void {
    lane.cancelTimer?.()
    lane.cancelTimer = undefined
    const mayHaveMore = (key: string) => lane.inFlight.of(key) < maxOfOneKey
    while (lane.inFlightInAll < ports.maxInFlight) {
      const next = lane.queue.peek(mayHaveMore)
      if (next === undefined) return
      const now = ports.clock.monotonic()
      const start = next.rate === undefined ? now : nextStart(lane, next.rate, now)
      if (start === undefined) return
      if (start > now) {
        // A timer that fires early finds the call not due yet and sets another timer.
        lane.cancelTimer = ports.after(Math.ceil(start - now), () => advance(lane))
        return
      }
      lane.queue.next(mayHaveMore)
      if (next.rate !== undefined) lane.booked.shift()
      lane.hasMissed = false
      lane.starts.push(now)
      if (lane.starts.length > maxStarts) lane.starts.shift()
      count(lane, next.fairKey, 1)
      next.go()
    }
  }

  function waitIn({ lane: name, fairKey, rate, signal }: PacedCall, isShared = true): Promise<Disposable | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    const lane = laneOf(name, isShared)
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
      advance(lane)
    })
  }

  return {
    async wait(call) {
      const { lane, fairKey, rate, isShare = false } = call
      if (!isShare || rate === undefined) return waitIn(call)
      // A lane of its own, so that the calls that exceed the share do not count in the shared one yet.
      const shared = { per_second: rate.per_second * shareOfOneKey, min_interval_ms: 0 }
      const own = await waitIn({ ...call, lane: `${lane} of ${fairKey}`, rate: shared }, false)
      const turn = await waitIn(call)
      if (turn === undefined) {
        own?.[Symbol.dispose]()
        return undefined
      }
      return {
        [Symbol.dispose]() {
          turn[Symbol.dispose]()
          own?.[Symbol.dispose]()
        },
      }
    },
  }
}
