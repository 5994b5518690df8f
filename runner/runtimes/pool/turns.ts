import { createFairQueue } from '../../queue/fair-queue.ts'
import type { Job } from './job.ts'
import type { AnswerMessage } from './messages.ts'

/** A period in which the worker is busy with one execution: its start, or its continuation after an answer. */
type Turn = { readonly job: Job; readonly answer: AnswerMessage | undefined }

/**
 * Hands out a worker's turns in a fair order. The worker gets only a few in advance, because it runs them in the order
 * in which they arrive: just enough to keep it busy while the next ones are in transit.
 */
export function createTurns(ahead: number, give: (turn: Turn) => boolean) {
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
    add: (turn: Turn) => {
      queue.add(turn.job.fairKey, turn)
      pump()
    },
    /** The worker has reported that the execution waits, so the execution's current turn is over. */
    reported: (execution: number) => settle(execution, 1),
    /** The execution ended or was dropped, so none of its turns counts any more. */
    over: (execution: number) => settle(execution, Number.POSITIVE_INFINITY),
    clear: () => {
      queue = createFairQueue()
      given.clear()
      givenInAll = 0
    },
  }
}
