import type { AnswerMessage, GuestEnd, HostCallMessage, RunMessage } from './messages.ts'

/** How a job ended. `retryAfterMs` goes with RATE_LIMITED: when it is worth asking again. */
export type JobEnd = GuestEnd & { readonly retryAfterMs?: number }

/** One execution as the pool sees it. */
export type Job = {
  readonly code: string
  /** Jobs of one key take turns with those of others: whoever starts many delays their own. */
  readonly fairKey: string
  readonly message: Omit<RunMessage, 'type' | 'execution' | 'code'>
  /** The guest's host calls since the last report, in their order, and the fuel that is left. */
  calls(calls: readonly HostCallMessage[], fuelLeft: number): void
  /** Called once, last. `canResume`: its worker is lost, and nothing says that it was the one to bring it down. */
  ended(end: JobEnd, canResume?: boolean): void
}

export type Ticket = {
  answer(answer: Omit<AnswerMessage, 'type' | 'execution'>): void
  /** Ends the job at once, for the pool and for the guest. The job is not called any more. */
  drop(): void
}

/** A job that has not ended, and what became of it so far. */
export type Entry = {
  readonly execution: number
  readonly job: Job
  /**
   * Whether it may go to another worker when its own is lost: nothing that it did can have been seen, nothing says
   * that it was the one to bring the worker down, and it is the first time.
   */
  canRunAgain: boolean
  /** Whether it ran when its worker was lost: it may have brought it down. */
  isSuspect: boolean
}
