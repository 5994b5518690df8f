import { createFairQueue } from '../../queue/fair-queue.ts'
import type { Job } from './job.ts'
import type { AnswerMessage } from './messages.ts'

/** A period in which the worker is busy with one execution: its start, or its continuation after an answer. */
type Turn = { readonly job: Job; readonly answer: AnswerMessage | undefined }

type Turns = {
  add(turn: Turn): void
  /** The worker has reported that the execution waits, so the execution's current turn is over. */
  reported(execution: number): void
  /** The execution ended or was dropped, so none of its turns counts any more. */
  over(execution: number): void
  clear(): void
}

/**
 * Hands out a worker's turns in a fair order. The worker gets only a few in advance, because it runs them in the order
 * in which they arrive: just enough to keep it busy while the next ones are in transit.
 */
export function createTurns(ahead: number, give: (turn: Turn) => boolean): Turns {
  let queue = createFairQueue<Turn>()
  /** Turns handed out and not yet reported, by execution. */
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
