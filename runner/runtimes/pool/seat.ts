import type { Log } from '../../core/ports.ts'
import { keepThread } from '../keep-thread.ts'
import { control } from './control.ts'
import type { Job, JobEnd, LastTurn } from './job.ts'
import { type AnswerMessage, FromWorker, type ToWorker } from './messages.ts'
import { createTurns } from './turns.ts'

export type SeatOptions = {
  /** Absolute path of a file that calls `runWorker`. */
  readonly workerPath: string
  /** The runtime's own data for its worker. */
  readonly workerData: Readonly<Record<string, unknown>>
  /** Memory that its waiting executions may keep before it admits no new ones. */
  readonly keptBytes: number
  /** Heap limit of the worker's own JavaScript; other limits bound the guests' memory. */
  readonly heapMb: number
  /** Whether to lower the thread's priority, where the operating system supports this for one thread. */
  readonly isLowPriority: boolean
  readonly log: Log
  /** How long a guest may continue after a stop request before its worker is terminated. */
  readonly stopGraceMs: number
  /** How long a worker that runs no guest may say nothing about a dropped execution before it is terminated. */
  readonly silenceMs: number
  /** Called when a worker has ended unasked, and another one takes its place. */
  readonly replaced: () => void
  /** Turns handed to a worker in advance. More keep it busier; fewer keep the order of turns fairer. */
  readonly turnsAhead: number
  /** Monotonic milliseconds. */
  readonly now: () => number
}

type SeatEvents = {
  /** Its worker has started. */
  ready(): void
  /** It may have capacity for another job. */
  freed(): void
  ended(job: Job, end: JobEnd): void
  /** Its worker is gone, with these jobs. `wasReady`: whether the worker had reported that it is ready. */
  lost(jobs: readonly Job[], reason: string, wasReady: boolean): void
}

/** One worker's position in the pool, and the jobs assigned to it. */
export type Seat = ReturnType<typeof createSeat>

/** What a worker's own objects live for is one turn: more room would only keep more garbage. */
const maxYoungGenerationSizeMb = 12

/** Started executions may keep this many times the limit for admission. */
const keptBytesReserve = 1.5

/**
 * How often a seat looks whether its worker runs a dropped execution. The worker has room for one stop request, and
 * starts the next execution that it was handed before the seat can learn that it stopped the last one.
 */
const watchMs = 25

/** Keeps one worker running: replaces a worker that ends. */
export function createSeat(options: SeatOptions, events: SeatEvents) {
  const { log } = options
  const slots = new Int32Array(new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT))
  /** The execution that the worker is running, or was running when it ended; 0: none. */
  const running = () => Atomics.load(slots, control.running)
  const jobs = new Map<number, Job>()
  /** Dropped executions that the worker has not released, and who waits for their last turn. */
  const dropped = new Map<number, Job | undefined>()
  const knownCode = new Set<string>()
  let watching: NodeJS.Timeout | undefined
  /** The dropped execution that was last seen running, since when it has a stop request. */
  let told: { readonly execution: number; readonly atMs: number } | undefined
  /** Since when the worker has run no guest and said nothing. */
  let silentSinceMs: number | undefined
  let keptBytes = 0
  let isReady = false
  let closed = false

  const turns = createTurns(options.turnsAhead, ({ job, answer }) => {
    if (!thread.isThere() || !jobs.has(job.message.execution)) return false
    if (answer) postAnswer(answer)
    else send(job)
    return true
  })

  const gone = (reason: string, replace: (executions: number) => void) => {
    const wasReady = isReady
    const suspect = jobs.get(running())
    if (suspect) Object.assign(suspect, { canRunAgain: false, isSuspect: true })
    knownCode.clear()
    keptBytes = 0
    isReady = false
    for (const execution of [...dropped.keys()]) tellLast(execution, undefined)
    dropped.clear()
    unwatch()
    const lost = [...jobs.values()]
    jobs.clear()
    turns.clear()
    if (!closed) {
      slots.fill(0)
      replace(lost.length)
      options.replaced()
    }
    events.lost(lost, reason, wasReady)
  }

  const receive = (message: FromWorker) => {
    silentSinceMs = undefined
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
    if (message.type !== 'dropped') tellLast(message.execution, message)
    if (message.type === 'stopped') return
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

  const postAnswer = (message: AnswerMessage) => {
    if (!message.body) return thread.post(message)
    // Transferring a view would transfer its whole buffer, with everything else in it.
    const body = Uint8Array.from(message.body)
    thread.post({ ...message, body }, [body.buffer])
  }

  /**
   * Requests a stop of the execution, now or as soon as it runs. Ignored while there is a request for another execution
   * that is running.
   */
  const stop = (execution: number) => {
    const asked = Atomics.load(slots, control.stop)
    if (asked === 0 || asked !== running()) Atomics.store(slots, control.stop, execution)
  }

  /** Passes on what a dropped execution did last, once. */
  const tellLast = (execution: number, last: LastTurn | undefined) => {
    const job = dropped.get(execution)
    if (!job) return
    dropped.set(execution, undefined)
    job.dropped?.(last)
  }

  const letGo = (execution: number) => {
    tellLast(execution, undefined)
    if (!dropped.delete(execution)) return
    if (dropped.size === 0) unwatch()
    events.freed()
  }

  /**
   * Looks what the worker does about a dropped execution. If it runs it, requests a stop of its guest, and terminates the
   * worker when the guest ignores the request. A worker that runs no guest answers within moments, unless its own code
   * hangs: then it is terminated too.
   */
  const look = () => {
    const execution = running()
    const nowMs = options.now()
    if (execution !== 0) silentSinceMs = undefined
    else if (isReady) {
      silentSinceMs ??= nowMs
      if (nowMs - silentSinceMs >= options.silenceMs) end('A worker does not answer; it is terminated')
    }
    if (!dropped.has(execution)) return
    stop(execution)
    if (told?.execution !== execution) told = { execution, atMs: nowMs }
    if (nowMs - told.atMs >= options.stopGraceMs) end('A guest ignores its stop request; its worker is terminated')
  }
  const end = (why: string) => {
    told = undefined
    silentSinceMs = undefined
    log.warn(why)
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
    silentSinceMs = undefined
  }

  const thread = keepThread<FromWorker, ToWorker>({
    name: 'A worker thread',
    path: options.workerPath,
    workerData: {
      own: options.workerData,
      control: slots.buffer,
      keptBytes: options.keptBytes * keptBytesReserve,
      isLowPriority: options.isLowPriority,
    },
    schema: FromWorker,
    // Deep recursion has to end inside the guest, at the guest's own limit.
    resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb },
    log,
    message: receive,
    gone,
  })
  return {
    /**
     * Number of its jobs, including dropped ones that the worker has not released. `undefined`: it accepts none now,
     * because it has no worker or its waiting executions keep too much memory.
     */
    load: () => (thread.isThere() && keptBytes <= options.keptBytes ? jobs.size + dropped.size : undefined),
    give: (job: Job) => {
      jobs.set(job.message.execution, job)
      turns.add({ job, answer: undefined })
    },
    answer: (job: Job, answer: Omit<AnswerMessage, 'type' | 'execution'>) => {
      turns.add({ job, answer: { ...answer, type: 'answer', execution: job.message.execution } })
    },
    drop: (job: Job) => {
      const { execution } = job.message
      if (!jobs.delete(execution) || !thread.isThere()) return job.dropped?.(undefined)
      thread.post({ type: 'drop', execution })
      stop(execution)
      // A worker that is busy with another execution has reported the last turn of this one, and answers late.
      const answers = isReady && (running() === execution || running() === 0)
      dropped.set(execution, answers ? job : undefined)
      if (!answers) job.dropped?.(undefined)
      watch()
    },
    close: async () => {
      closed = true
      await thread.close()
    },
  }
}
