import type { ErrorCode } from '../../../contract/errors.ts'
import { createDrainRate } from '../../queue/drain-rate.ts'
import { createFairQueue } from '../../queue/fair-queue.ts'
import type { Job, JobEnd, NewJob } from './job.ts'
import type { AnswerMessage } from './messages.ts'
import { createSeat, type Seat, type SeatOptions } from './seat.ts'

export type PoolOptions = SeatOptions & {
  readonly workers: number
  /** Maximum executions per worker at once, both running and waiting. */
  readonly executionsPerWorker: number
  /** Maximum executions that queue for a worker; the pool rejects further ones. */
  readonly maxQueued: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

export type Pool = {
  /** Gives the job to the least loaded worker. */
  start(job: NewJob): Job
  answer(job: Job, answer: Omit<AnswerMessage, 'type' | 'execution'>): void
  /** Ends the job at once, in the pool and in the guest. No more of its callbacks run. */
  drop(job: Job): void
  /** Ends every open job. */
  close(): Promise<void>
}

/** After this many workers in a row have ended before they were ready, the pool reports itself out of order at once. */
const hopelessStarts = 3

/** Execution numbers fit into a slot of the control block; after the highest they start again at 1. */
const highestExecution = 0x7fffffff

/** Maximum share of all capacity for one key, so that executions that wait for a slow host leave room for others. */
const shareOfOneKey = 3 / 4

/**
 * Assigns jobs to worker threads that are started in advance. Jobs beyond their capacity wait in a queue in which keys
 * take turns; jobs beyond the queue end with RATE_LIMITED and a time for the retry.
 */
export function createPool(options: PoolOptions): Pool {
  const queue = createFairQueue<Job>()
  const seatOf = new Map<Job, Seat>()
  const placed = new Map<string, number>()
  const drainRate = createDrainRate(options.now)
  const placesOfOneKey = Math.max(1, Math.floor(options.workers * options.executionsPerWorker * shareOfOneKey))
  let lastExecution = 0
  let failedStarts = 0
  let closed = false

  const end = (job: Job, how: JobEnd, canResume?: boolean) => {
    if (seatOf.has(job)) drainRate.ended(queue.size > 0)
    unplace(job)
    const isRefused = how.kind === 'failed' && how.code === 'RATE_LIMITED'
    job.ended(isRefused ? { ...how, retryAfterMs: drainRate.estimateMs(queue.size) } : how, canResume)
  }

  const fail = (job: Job, code: ErrorCode, detail: string, canResume = false) =>
    end(job, { kind: 'failed', code, detail }, canResume)

  const leastLoaded = (): Seat | undefined => {
    let best: { seat: Seat; load: number } | undefined
    for (const seat of seats) {
      const load = seat.load()
      if (load !== undefined && load < (best?.load ?? options.executionsPerWorker)) best = { seat, load }
    }
    return best?.seat
  }

  const unplace = (job: Job) => {
    if (!seatOf.delete(job)) return
    const { fairKey } = job
    const left = (placed.get(fairKey) ?? 0) - 1
    if (left > 0) placed.set(fairKey, left)
    else placed.delete(fairKey)
  }

  const mayHaveMore = (key: string) => (placed.get(key) ?? 0) < placesOfOneKey

  const dispatchQueued = () => {
    while (queue.size > 0) {
      const seat = leastLoaded()
      const job = seat && queue.next(mayHaveMore)
      if (!seat || !job) return
      const { fairKey } = job
      placed.set(fairKey, (placed.get(fairKey) ?? 0) + 1)
      seatOf.set(job, seat)
      seat.give(job)
    }
  }

  const place = (job: Job) => {
    if (closed) return fail(job, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
    if (failedStarts >= hopelessStarts)
      return fail(job, 'RUNTIME_UNAVAILABLE', 'the workers of the runtime do not start')
    const { fairKey } = job
    queue.add(fairKey, job)
    dispatchQueued()
    if (queue.size <= options.maxQueued) return
    queue.delete(fairKey, job)
    const displaced = queue.makeRoom(fairKey)
    if (displaced) queue.add(fairKey, job)
    fail(displaced ?? job, 'RATE_LIMITED', 'too many executions are waiting')
  }

  const replaceLost = (jobs: readonly Job[], reason: string, wasReady: boolean) => {
    if (!wasReady) failedStarts += 1
    for (const job of jobs) unplace(job)
    for (const job of jobs) {
      if (!job.canRunAgain) {
        fail(job, 'RUNTIME_UNAVAILABLE', `its worker was replaced: ${reason}`, !job.isSuspect)
      } else {
        job.canRunAgain = false
        place(job)
      }
    }
    if (failedStarts >= hopelessStarts) {
      for (let job = queue.next(); job; job = queue.next()) place(job)
    }
    dispatchQueued()
  }

  const seats = Array.from({ length: options.workers }, () =>
    createSeat(options, {
      ready: () => {
        failedStarts = 0
        dispatchQueued()
      },
      freed: dispatchQueued,
      ended: end,
      lost: replaceLost,
    }),
  )

  return {
    start: ({ message, ...callbacks }) => {
      lastExecution = (lastExecution % highestExecution) + 1
      const numbered = { ...message, type: 'run', execution: lastExecution } as const
      const job: Job = { ...callbacks, message: numbered, canRunAgain: true, isSuspect: false }
      place(job)
      return job
    },
    answer: (job, answer) => seatOf.get(job)?.answer(job, answer),
    drop: (job) => {
      queue.delete(job.fairKey, job)
      const seat = seatOf.get(job)
      unplace(job)
      seat?.drop(job)
    },
    close: async () => {
      closed = true
      for (let job = queue.next(); job; job = queue.next()) {
        fail(job, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
      }
      for (const job of [...seatOf.keys()]) fail(job, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
      await Promise.all(seats.map((seat) => seat.close()))
    },
  }
}
