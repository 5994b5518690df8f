import type { ErrorCode } from '../../../contract/errors.ts'
import { createDrainRate } from './drain-rate.ts'
import { createFairQueue } from './fair-queue.ts'
import type { Entry, Job, JobEnd, Ticket } from './job.ts'
import { createSeat, type Seat, type SeatOptions } from './seat.ts'

export type PoolOptions = SeatOptions & {
  readonly workers: number
  /** Executions that one worker has at once, running and waiting. */
  readonly executionsPerWorker: number
  /** Executions that wait for a worker. What comes on top is refused. */
  readonly maxQueued: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

export type Pool = {
  /** Gives the job to the worker with the least to do. */
  start(job: Job): Ticket
  /** Every job that has not ended ends now. */
  close(): Promise<void>
}

/** This many workers in a row that end before one is ready: the pool is out of order, and says so at once. */
const hopelessStarts = 3

/** Numbers of executions fit into a slot of the control block; after the highest they start anew. */
const highestExecution = 0x7fffffff

/** The share of all places that one key may have: executions that wait for a slow host leave room for others. */
const shareOfOneKey = 3 / 4

/**
 * Worker threads that are ready before they are needed, and jobs among them. What finds no place waits in a queue in
 * which the keys of the jobs take turns; what finds no room there ends with RATE_LIMITED and a time to come back.
 */
export function createPool(options: PoolOptions): Pool {
  const queue = createFairQueue<Entry>()
  const seatOf = new Map<Entry, Seat>()
  const placed = new Map<string, number>()
  const drainRate = createDrainRate(options.now)
  const placesOfOneKey = Math.max(1, Math.floor(options.workers * options.executionsPerWorker * shareOfOneKey))
  let lastExecution = 0
  let failedStarts = 0
  let closed = false

  const fail = (entry: Entry, code: ErrorCode, detail: string, canResume = false) =>
    entry.job.ended({ kind: 'failed', code, detail }, canResume)

  const leastLoaded = (): Seat | undefined => {
    let best: { seat: Seat; load: number } | undefined
    for (const seat of seats) {
      const load = seat.load()
      if (load !== undefined && load < (best?.load ?? options.executionsPerWorker)) best = { seat, load }
    }
    return best?.seat
  }

  const unplace = (entry: Entry) => {
    if (!seatOf.delete(entry)) return
    const { fairKey } = entry.job
    const left = (placed.get(fairKey) ?? 0) - 1
    if (left > 0) placed.set(fairKey, left)
    else placed.delete(fairKey)
  }

  const mayHaveMore = (key: string) => (placed.get(key) ?? 0) < placesOfOneKey

  const dispatchQueued = () => {
    while (queue.size > 0) {
      const seat = leastLoaded()
      const entry = seat && queue.next(mayHaveMore)
      if (!seat || !entry) return
      const { fairKey } = entry.job
      placed.set(fairKey, (placed.get(fairKey) ?? 0) + 1)
      seatOf.set(entry, seat)
      seat.give(entry)
    }
  }

  const place = (entry: Entry) => {
    if (closed) return fail(entry, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
    if (failedStarts >= hopelessStarts) return fail(entry, 'RUNTIME_UNAVAILABLE', 'its workers do not start')
    const { fairKey } = entry.job
    queue.add(fairKey, entry)
    dispatchQueued()
    if (queue.size <= options.maxQueued) return
    queue.delete(fairKey, entry)
    const displaced = queue.makeRoom(fairKey)
    if (displaced) queue.add(fairKey, entry)
    fail(displaced ?? entry, 'RATE_LIMITED', 'too many executions wait')
  }

  const replaceLost = (entries: readonly Entry[], reason: string, wasReady: boolean) => {
    if (!wasReady) failedStarts += 1
    for (const entry of entries) unplace(entry)
    for (const entry of entries) {
      if (!entry.canRunAgain) {
        fail(entry, 'RUNTIME_UNAVAILABLE', `its worker was replaced: ${reason}`, !entry.isSuspect)
      } else {
        entry.canRunAgain = false
        place(entry)
      }
    }
    if (failedStarts >= hopelessStarts) {
      for (let entry = queue.next(); entry; entry = queue.next()) place(entry)
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
      lost: replaceLost,
    }),
  )

  const endOf = (end: JobEnd): JobEnd =>
    end.kind === 'failed' && end.code === 'RATE_LIMITED'
      ? { ...end, retryAfterMs: drainRate.estimateMs(queue.size) }
      : end

  return {
    start: (job) => {
      lastExecution = (lastExecution % highestExecution) + 1
      const entry: Entry = {
        execution: lastExecution,
        canRunAgain: true,
        isSuspect: false,
        job: {
          ...job,
          ended: (end, canResume) => {
            if (seatOf.has(entry)) drainRate.ended(queue.size > 0)
            unplace(entry)
            job.ended(endOf(end), canResume)
          },
        },
      }
      place(entry)
      return {
        answer: (answer) => seatOf.get(entry)?.answer(entry, answer),
        drop: () => {
          queue.delete(job.fairKey, entry)
          const seat = seatOf.get(entry)
          unplace(entry)
          seat?.drop(entry)
        },
      }
    },
    close: async () => {
      closed = true
      for (let entry = queue.next(); entry; entry = queue.next()) {
        fail(entry, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
      }
      for (const entry of [...seatOf.keys()]) fail(entry, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
      await Promise.all(seats.map((seat) => seat.close()))
    },
  }
}
