import type { Job, JobEnd } from './job.ts'
import type { AnswerMessage, FromWorker } from './messages.ts'
import { createTurns } from './turns.ts'
import { startWorkerThread, type WorkerThread, type WorkerThreadOptions } from './worker-thread.ts'

export type SeatOptions = WorkerThreadOptions & {
  /** How long a guest that was told to stop may go on before its worker is ended. */
  readonly stopGraceMs: number
  /** Turns that a worker has at a time. More keep it busier, fewer keep the order of the turns fairer. */
  readonly turnsAhead: number
}

export type SeatEvents = {
  /** Its worker answers. */
  ready(): void
  /** It may have room for another job. */
  freed(): void
  ended(job: Job, end: JobEnd): void
  /** Its worker is gone, with these jobs. `wasReady`: it had started well. */
  lost(jobs: readonly Job[], reason: string, wasReady: boolean): void
}

/** One worker's place in the pool, and the jobs that it has. */
export type Seat = {
  /**
   * Jobs that it has, those included that were dropped and are not let go of yet. `undefined`: it takes none now,
   * having no worker, or no memory left for another that waits.
   */
  load(): number | undefined
  give(job: Job): void
  answer(job: Job, answer: Omit<AnswerMessage, 'type' | 'execution'>): void
  drop(job: Job): void
  close(): Promise<void>
}

/** The first restart is at once; a worker that fails again before it was of use waits, longer each time. */
const firstBackoffMs = 100
const longestBackoffMs = 10_000

/** Keeps one worker running: one that ends is replaced. */
export function createSeat(options: SeatOptions, events: SeatEvents): Seat {
  const { log } = options
  const jobs = new Map<number, Job>()
  const dropped = new Map<number, NodeJS.Timeout>()
  const knownCode = new Set<string>()
  let thread: WorkerThread | undefined
  let restart: NodeJS.Timeout | undefined
  let failures = 0
  let keptBytes = 0
  let isReady = false
  let closed = false

  const turns = createTurns(options.turnsAhead, ({ job, answer }) => {
    if (!thread || !jobs.has(job.message.execution)) return false
    if (answer) thread.post(answer)
    else send(job)
    return true
  })

  const start = () => {
    knownCode.clear()
    keptBytes = 0
    isReady = false
    thread = startWorkerThread(options, { message: receive, gone })
  }

  const gone = (reason: string) => {
    const suspect = jobs.get(thread?.running() ?? 0)
    if (suspect) Object.assign(suspect, { canRunAgain: false, isSuspect: true })
    thread = undefined
    for (const timer of dropped.values()) clearTimeout(timer)
    dropped.clear()
    const lost = [...jobs.values()]
    jobs.clear()
    turns.clear()
    if (!closed) {
      log.warn('A worker thread is gone and is replaced', { reason, executions: lost.length, failures })
      const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (failures - 1))
      if (failures === 0) start()
      else restart = setTimeout(start, backoffMs)
      failures += 1
    }
    events.lost(lost, reason, isReady)
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
    keptBytes = message.keptBytes
    const job = jobs.get(message.execution)
    if (message.type === 'waiting') turns.reported(message.execution)
    else {
      // Before the next turns go out: one of an execution that is over would never be reported.
      jobs.delete(message.execution)
      turns.over(message.execution)
    }
    if (message.type === 'dropped') return letGo(message.execution)
    if (!job) return
    if (message.type === 'waiting') {
      if (message.calls.length > 0) job.canRunAgain = false
      return job.calls(message.calls, message.fuelLeft)
    }
    failures = 0
    job.calls(message.calls, message.fuelLeft)
    events.ended(job, message.end)
    events.freed()
  }

  const send = (job: Job) => {
    const { message } = job
    const isKnown = knownCode.has(message.digest)
    knownCode.add(message.digest)
    thread?.post(isKnown ? { ...message, code: undefined } : message)
  }

  const letGo = (execution: number) => {
    clearTimeout(dropped.get(execution))
    if (dropped.delete(execution)) events.freed()
  }

  /** Looks until the worker has let go: a guest that runs is told to stop, and one that does not heed takes its worker along. */
  const watch = (execution: number, wasTold: boolean) => {
    const runs = thread?.running() === execution
    if (runs && wasTold) {
      log.warn('A guest does not stop: its worker is ended')
      thread?.terminate().catch((cause: unknown) => log.error('A worker thread does not end', { cause }))
      return
    }
    thread?.stop(execution)
    dropped.set(
      execution,
      setTimeout(() => watch(execution, runs), options.stopGraceMs),
    )
  }

  start()
  return {
    load: () => (thread && keptBytes <= options.keptBytes ? jobs.size + dropped.size : undefined),
    give: (job) => {
      jobs.set(job.message.execution, job)
      turns.add({ job, answer: undefined })
    },
    answer: (job, answer) => {
      turns.add({ job, answer: { ...answer, type: 'answer', execution: job.message.execution } })
    },
    drop: ({ message: { execution } }) => {
      if (!jobs.delete(execution) || !thread) return
      thread.post({ type: 'drop', execution })
      watch(execution, false)
    },
    close: async () => {
      closed = true
      clearTimeout(restart)
      await thread?.terminate()
    },
  }
}
