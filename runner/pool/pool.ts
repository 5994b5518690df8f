import type { ErrorCode } from '../contract/errors.ts'
import type { Entry, Job, Ticket } from './job.ts'
import { createSeat, type Seat, type SeatOptions } from './seat.ts'

export type PoolOptions = SeatOptions & {
  readonly workers: number
  /** Executions that one worker has at once, running and waiting. */
  readonly executionsPerWorker: number
  /** Executions that wait for a worker. What comes on top is refused. */
  readonly maxQueued: number
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

/** Worker threads that are ready before they are needed, and jobs among them. */
export function createPool(options: PoolOptions): Pool {
  const queue = new Set<Entry>()
  const seatOf = new Map<Entry, Seat>()
  let lastExecution = 0
  let failedStarts = 0
  let closed = false

  const end = (entry: Entry, code: ErrorCode, detail: string, canResume = false) => {
    queue.delete(entry)
    seatOf.delete(entry)
    entry.job.ended({ kind: 'failed', code, detail }, canResume)
  }

  const leastLoaded = (): Seat | undefined => {
    let best: { seat: Seat; load: number } | undefined
    for (const seat of seats) {
      const load = seat.load()
      if (load !== undefined && load < (best?.load ?? options.executionsPerWorker)) best = { seat, load }
    }
    return best?.seat
  }

  const place = (entry: Entry) => {
    if (closed) return end(entry, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
    if (failedStarts >= hopelessStarts) return end(entry, 'RUNTIME_UNAVAILABLE', 'its workers do not start')
    const seat = leastLoaded()
    if (seat) {
      seatOf.set(entry, seat)
      seat.give(entry)
    } else if (queue.size < options.maxQueued) queue.add(entry)
    else end(entry, 'RATE_LIMITED', 'too many executions wait')
  }

  const dispatchQueued = () => {
    for (const entry of queue) {
      const seat = leastLoaded()
      if (!seat) return
      queue.delete(entry)
      seatOf.set(entry, seat)
      seat.give(entry)
    }
  }

  const replaceLost = (entries: readonly Entry[], reason: string, wasReady: boolean) => {
    if (!wasReady) failedStarts += 1
    for (const entry of entries) {
      seatOf.delete(entry)
      if (!entry.canRunAgain) {
        end(entry, 'RUNTIME_UNAVAILABLE', `its worker was replaced: ${reason}`, !entry.isSuspect)
      } else {
        entry.canRunAgain = false
        place(entry)
      }
    }
    if (failedStarts >= hopelessStarts) for (const entry of [...queue]) place(entry)
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

  return {
    start: (job) => {
      lastExecution = (lastExecution % highestExecution) + 1
      const entry: Entry = {
        execution: lastExecution,
        job: { ...job, ended: (outcome, canResume) => settle(outcome, canResume) },
        canRunAgain: true,
        isSuspect: false,
      }
      const settle: Job['ended'] = (outcome, canResume) => {
        seatOf.delete(entry)
        job.ended(outcome, canResume)
      }
      place(entry)
      return {
        answer: (answer) => seatOf.get(entry)?.post({ ...answer, type: 'answer', execution: entry.execution }),
        drop: () => {
          queue.delete(entry)
          seatOf.get(entry)?.drop(entry)
          seatOf.delete(entry)
        },
      }
    },
    close: async () => {
      closed = true
      for (const entry of [...queue, ...seatOf.keys()]) end(entry, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
      await Promise.all(seats.map((seat) => seat.close()))
    },
  }
}
