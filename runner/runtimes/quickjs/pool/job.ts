import type { GuestEnd, HostCallMessage, RunMessage } from './messages.ts'

/** How a job ended. `retryAfterMs` goes with RATE_LIMITED: when it is worth asking again. */
export type JobEnd = GuestEnd & { readonly retryAfterMs?: number }

/** One execution in the pool, from its start to its end. */
export type Job = {
  /** Jobs of one key take turns with those of others: whoever starts many delays their own. */
  readonly fairKey: string
  /** What starts it on a worker. */
  readonly message: RunMessage
  /** The guest's host calls since the last report, in their order, and the fuel that is left. */
  calls(calls: readonly HostCallMessage[], fuelLeft: number): void
  /** Called once, last. `canResume`: its worker is lost, and nothing says that it was the one to bring it down. */
  ended(end: JobEnd, canResume?: boolean): void
  /**
   * Whether it may go to another worker when its own is lost: nothing that it did can have been seen, nothing says
   * that it was the one to bring the worker down, and it is the first time.
   */
  canRunAgain: boolean
  /** Whether it ran when its worker was lost: it may have brought it down. */
  isSuspect: boolean
}

/** What whoever starts a job brings: the pool gives it its number. */
export type NewJob = Pick<Job, 'fairKey' | 'calls' | 'ended'> & {
  readonly message: Omit<RunMessage, 'type' | 'execution'>
}
