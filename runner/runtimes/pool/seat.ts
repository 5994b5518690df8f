import type { Job, JobEnd } from './job.ts'
import type { AnswerMessage, FromWorker } from './messages.ts'
import { createTurns } from './turns.ts'
import { createWorkerThread, type WorkerThreadOptions } from './worker-thread.ts'

export type SeatOptions = WorkerThreadOptions & {
  /** How long a guest may continue after a stop request before its worker is terminated. */
  readonly stopGraceMs: number
  /** Turns handed to a worker in advance. More keep it busier; fewer keep the order of turns fairer. */
  readonly turnsAhead: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

export type SeatEvents = {
  /** Its worker has started. */
  ready(): void
  /** It may have capacity for another job. */
  freed(): void
  ended(job: Job, end: JobEnd): void
  /** Its worker is gone, with these jobs. `wasReady`: whether the worker had reported that it is ready. */
  lost(jobs: readonly Job[], reason: string, wasReady: boolean): void
}

/** One worker's position in the pool, and the jobs assigned to it. */
export type Seat = {
  /**
   * Number of its jobs, including dropped ones that the worker has not released. `undefined`: it accepts none now,
   * because it has no worker or its waiting executions keep too much memory.
   */
  load(): number | undefined
  give(job: Job): void
  answer(job: Job, answer: Omit<AnswerMessage, 'type' | 'execution'>): void
  drop(job: Job): void
  close(): Promise<void>
}

/**
 * How often a seat looks whether its worker runs a dropped execution. The worker has room for one stop request, and
 * starts the next execution that it was handed before the seat can learn that it stopped the last one.
 */
const watchMs = 25

/** Keeps one worker running: replaces a worker that ends. */
export function createSeat(options: SeatOptions, events: SeatEvents): Seat {
  const { log } = options
  const jobs = new Map<number, Job>()
  /** Dropped executions that the worker has not released. */
  const dropped = new Set<number>()
  const knownCode = new Set<string>()
  let watching: NodeJS.Timeout | undefined
  /** The dropped execution that was last seen running, since when it has a stop request. */
  let told: { readonly execution: number; readonly atMs: number } | undefined
  let keptBytes = 0
  let isReady = false
  let closed = false

  const turns = createTurns(options.turnsAhead, ({ job, answer }) => {
    if (!thread.isThere() || !jobs.has(job.message.execution)) return false
    if (answer) thread.post(answer)
    else send(job)
    return true
  })

  const gone = (reason: string, replace: (executions: number) => void) => {
    const wasReady = isReady
    const suspect = jobs.get(thread.running())
    if (suspect) Object.assign(suspect, { canRunAgain: false, isSuspect: true })
    knownCode.clear()
    keptBytes = 0
    isReady = false
    dropped.clear()
    unwatch()
    const lost = [...jobs.values()]
    jobs.clear()
    turns.clear()
    if (!closed) replace(lost.length)
    events.lost(lost, reason, wasReady)
  }

  const receive = (message: FromWorker) => {
    if (message.type === 'ready') {
      isReady = true
      return events.ready()
    }
    if (message.type === 'code_wanted') {
      const job = jobs.get(message.execution)
      if (!job) return
      knownCode.delete(job.message.digest)
      return send(job)
    }
    if (message.type === 'entered') return jobs.get(message.execution)?.entered?.()
    keptBytes = message.keptBytes
    const job = jobs.get(message.execution)
    if (message.type === 'waiting') turns.reported(message.execution)
    else {
      // The job is removed before the next turns are handed out: a worker reports no turn of an execution that is over.
      jobs.delete(message.execution)
      turns.over(message.execution)
    }
    if (message.type === 'dropped') return letGo(message.execution)
    if (!job) return
    if (message.type === 'waiting') {
      if (message.calls.length > 0) job.canRunAgain = false
      return job.calls(message.calls, message.fuelLeft, message.peakBytes)
    }
    thread.succeeded()
    job.calls(message.calls, message.fuelLeft, message.peakBytes)
    events.ended(job, message.end)
    events.freed()
  }

  const send = (job: Job) => {
    const { message } = job
    const isKnown = knownCode.has(message.digest)
    knownCode.add(message.digest)
    thread.post(isKnown ? { ...message, code: undefined } : message)
  }

  const letGo = (execution: number) => {
    if (!dropped.delete(execution)) return
    if (dropped.size === 0) unwatch()
    events.freed()
  }

  /**
   * Looks whether the worker runs a dropped execution: requests a stop of its guest, and terminates the worker when the
   * guest ignores the request.
   */
  const look = () => {
    const running = thread.running()
    if (!dropped.has(running)) return
    thread.stop(running)
    const nowMs = options.now()
    if (told?.execution !== running) told = { execution: running, atMs: nowMs }
    if (nowMs - told.atMs < options.stopGraceMs) return
    told = undefined
    log.warn('A guest ignores its stop request; its worker is terminated')
    thread.terminate()
  }

  const watch = () => {
    watching ??= setInterval(look, watchMs)
    look()
  }
  const unwatch = () => {
    clearInterval(watching)
    watching = undefined
    told = undefined
  }

  const thread = createWorkerThread(options, { message: receive, gone })
  return {
    load: () => (thread.isThere() && keptBytes <= options.keptBytes ? jobs.size + dropped.size : undefined),
    give: (job) => {
      jobs.set(job.message.execution, job)
      turns.add({ job, answer: undefined })
    },
    answer: (job, answer) => {
      turns.add({ job, answer: { ...answer, type: 'answer', execution: job.message.execution } })
    },
    drop: ({ message: { execution } }) => {
      if (!jobs.delete(execution) || !thread.isThere()) return
      thread.post({ type: 'drop', execution })
      thread.stop(execution)
      dropped.add(execution)
      watch()
    },
    close: async () => {
      closed = true
      await thread.close()
    },
  }
}
