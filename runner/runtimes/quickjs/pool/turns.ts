import { createFairQueue } from '../../queue/fair-queue.ts'
import type { Job } from './job.ts'
import type { AnswerMessage } from './messages.ts'

/** A stretch in which the worker is busy with one execution: its start, or an answer that lets it go on. */
export type Turn = { readonly job: Job; readonly answer: AnswerMessage | undefined }

export type Turns = {
  add(turn: Turn): void
  /** The execution reported: the turn that it was given is over. */
  reported(execution: number): void
  /** The execution ended or was let go of: none of its turns counts any more. */
  over(execution: number): void
  clear(): void
}

/**
 * Hands out a worker's turns in a fair order. The worker has only a few at a time, enough to be busy while the next
 * ones are on their way: what it was given it takes in the order in which it came.
 */
export function createTurns(ahead: number, give: (turn: Turn) => boolean): Turns {
  let queue = createFairQueue<Turn>()
  /** Turns that were given and not reported, by execution. */
  const given = new Map<number, number>()
  let givenInAll = 0

  const pump = () => {
    while (givenInAll < ahead) {
      const turn = queue.next()
      if (!turn) return
      if (!give(turn)) continue
      const { execution } = turn.job.message
      given.set(execution, (given.get(execution) ?? 0) + 1)
      givenInAll += 1
    }
  }
  const settle = (execution: number, turns: number) => {
    const open = given.get(execution) ?? 0
    const left = open - Math.min(open, turns)
    if (left > 0) given.set(execution, left)
    else given.delete(execution)
    givenInAll -= open - left
    pump()
  }

  return {
    add: (turn) => {
      queue.add(turn.job.fairKey, turn)
      pump()
    },
    reported: (execution) => settle(execution, 1),
    over: (execution) => settle(execution, Number.POSITIVE_INFINITY),
    clear: () => {
      queue = createFairQueue()
      given.clear()
      givenInAll = 0
    },
  }
}
