import type { GuestEnd, HostCallMessage, RunMessage } from './messages.ts'

/** How a job ended. `retryAfterMs` comes with RATE_LIMITED: when a retry is worthwhile. */
export type JobEnd = GuestEnd & { readonly retryAfterMs?: number }

/** The host calls of a guest since its last report, its fuel left and its largest memory so far. */
export type LastTurn = {
  readonly calls: readonly HostCallMessage[]
  readonly fuelLeft: number
  readonly peakBytes: number
}

/** One execution in the pool, from its start to its end. */
export type Job = {
  /** The fair queue's key: jobs of different keys take turns, so a key with many jobs delays only itself. */
  readonly fairKey: string
  /** The message that starts it on a worker. */
  readonly message: RunMessage
  /** Receives the guest's host calls since the last report (in order), its fuel left and its largest memory so far. */
  calls(calls: readonly HostCallMessage[], fuelLeft: number, peakBytes: number): void
  /** Called when the job begins to wait for a worker: at its start, and again when it has to move to another worker. */
  queued?(): void
  /** Called when the worker begins a turn of this job: its first, or the next after an answer. Absent: no report of turns. */
  entered?(): void
  /** What the guest did in its last turn before it was dropped. `undefined`: nothing, or its worker is lost. */
  dropped?(last: LastTurn | undefined): void
  /** Called once, last. `canResume`: its worker is lost, and the job is not suspected of having crashed it. */
  ended(end: JobEnd, canResume?: boolean): void
  /**
   * Whether the job may move to another worker when its own is lost: the job has had no visible effect, is not
   * suspected of having crashed the worker, and has not moved before.
   */
  canRunAgain: boolean
  /** Whether it was running when its worker was lost, so that it may have crashed the worker. */
  isSuspect: boolean
}

/** The caller's part of a job; the pool assigns the number. */
export type NewJob = Pick<Job, 'fairKey' | 'calls' | 'ended' | 'dropped' | 'queued' | 'entered'> & {
  readonly message: Omit<RunMessage, 'type' | 'execution' | 'reportsTurns'>
}
