import type { ErrorCode } from '../../contract/errors.ts'
import { createDrainRate } from '../../queue/drain-rate.ts'
import { createFairQueue, createTally } from '../../queue/fair-queue.ts'
import { mostOfOneKey } from '../../queue/fair-slots.ts'
import type { Job, JobEnd, NewJob } from './job.ts'
import type { AnswerMessage } from './messages.ts'
import { createSeat, type Seat, type SeatOptions } from './seat.ts'

export type PoolOptions = SeatOptions & {
  /** Maximum number of workers. */
  readonly workers: number
  /**
   * True: all jobs of one key go to one worker, so a guest that computes for long delays only its own key. Keys share a
   * worker when there are more keys than workers. A worker starts when a key first needs it, and ends when it had no job
   * for `idleMs`, except the last one. False: jobs go to the least loaded worker, and the first job starts all workers.
   */
  readonly workerPerKey: boolean
  /** Whether the workers start before the first job. */
  readonly startsAtOnce?: boolean
  readonly idleMs: number
  /** Maximum executions per worker at once, both running and waiting. */
  readonly executionsPerWorker: number
  /** Maximum executions that queue for a worker; the pool rejects further ones. */
  readonly maxQueued: number
}

export type Pool = ReturnType<typeof createPool>

/** After this many workers in a row have ended before they were ready, jobs fail at once instead of waiting. */
const hopelessStarts = 3

/** Execution numbers fit into a slot of the control block; after the highest they start again at 1. */
const highestExecution = 0x7fffffff

/**
 * Assigns jobs to worker threads. Jobs beyond their capacity wait in a queue in which keys take turns; jobs beyond the
 * queue end with RATE_LIMITED and a time for the retry.
 */
export function createPool(options: PoolOptions) {
  const queue = createFairQueue<Job>()
  const seatOf = new Map<Job, Seat>()
  const placed = createTally()
  /** Only with `workerPerKey`: the seat to which the jobs of each key are assigned. */
  const homes = new Map<string, Seat>()
  const drainRate = createDrainRate(options.now)
  const workersOfOneKey = options.workerPerKey ? 1 : options.workers
  const placesOfOneKey = mostOfOneKey(workersOfOneKey * options.executionsPerWorker)
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

  const mayGrow = () => seats.length < options.workers

  const hasRoom = (seat: Seat) => (seat.load() ?? Number.POSITIVE_INFINITY) < options.executionsPerWorker

  const leastLoaded = (load: (seat: Seat) => number): Seat | undefined =>
    seats
      .filter(hasRoom)
      .reduce<Seat | undefined>((best, seat) => (best && load(best) <= load(seat) ? best : seat), undefined)

  const seatFor = (key: string): Seat | undefined => {
    if (!options.workerPerKey) return leastLoaded((seat) => seat.load() ?? 0)
    const home = homes.get(key)
    if (home) return hasRoom(home) ? home : undefined
    const keysAt = (seat: Seat) => [...homes.values()].filter((other) => other === seat).length
    const found = leastLoaded(keysAt)
    return (found && keysAt(found) === 0) || !mayGrow() ? found : addSeat()
  }

  const unplace = (job: Job) => {
    if (!seatOf.delete(job)) return
    const { fairKey } = job
    placed.add(fairKey, -1)
    if (placed.of(fairKey) === 0) homes.delete(fairKey)
  }

  const mayHaveMore = (key: string) => placed.of(key) < placesOfOneKey

  const dispatchQueued = () => {
    while (queue.size > 0) {
      if (!mayGrow() && !seats.some(hasRoom)) return
      const job = queue.next((key) => mayHaveMore(key) && seatFor(key) !== undefined)
      const seat = job && seatFor(job.fairKey)
      if (!seat) return
      const { fairKey } = job
      placed.add(fairKey, 1)
      if (options.workerPerKey) homes.set(fairKey, seat)
      seatOf.set(job, seat)
      seat.give(job)
    }
  }

  const place = (job: Job) => {
    if (closed) return fail(job, 'RUNTIME_UNAVAILABLE', 'the runtime was closed')
    if (failedStarts >= hopelessStarts)
      return fail(job, 'RUNTIME_UNAVAILABLE', 'the workers of the runtime do not start')
    const { fairKey } = job
    if (!options.workerPerKey) addSeats()
    job.queued?.()
    queue.add(fairKey, job)
    dispatchQueued()
    const shed = queue.shed(options.maxQueued, fairKey, job)
    if (shed) fail(shed, 'RATE_LIMITED', 'too many executions are waiting')
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

  const seats: Seat[] = []
  const addSeat = (): Seat => {
    let idle: NodeJS.Timeout | undefined
    const watchIdle = () => {
      clearTimeout(idle)
      if (options.workerPerKey && seat.load() === 0) idle = setTimeout(endIdle, options.idleMs).unref()
    }
    const endIdle = () => {
      if (seats.length === 1 || seat.load() !== 0) return
      seats.splice(seats.indexOf(seat), 1)
      void seat.close()
    }
    const seat = createSeat(options, {
      ready: () => {
        failedStarts = 0
        dispatchQueued()
        watchIdle()
      },
      freed: () => {
        dispatchQueued()
        watchIdle()
      },
      ended: end,
      lost: replaceLost,
    })
    seats.push(seat)
    return seat
  }
  const addSeats = () => {
    while (mayGrow()) addSeat()
  }
  if (options.startsAtOnce) addSeats()

  return {
    start: ({ message, ...callbacks }: NewJob) => {
      lastExecution = (lastExecution % highestExecution) + 1
      const reportsTurns = callbacks.entered !== undefined
      const numbered = { ...message, type: 'run', execution: lastExecution, reportsTurns } as const
      const job: Job = { ...callbacks, message: numbered, canRunAgain: true, isSuspect: false }
      place(job)
      return job
    },
    answer: (job: Job, answer: Omit<AnswerMessage, 'type' | 'execution'>) => seatOf.get(job)?.answer(job, answer),
    /** Ends the job at once, in the pool and in the guest. No more of its callbacks run, except `dropped`, once. */
    drop: (job: Job) => {
      queue.delete(job.fairKey, job)
      const seat = seatOf.get(job)
      unplace(job)
      if (seat) seat.drop(job)
      else job.dropped?.(undefined)
    },
    /** Ends every open job. */
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
