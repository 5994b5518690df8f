import type { HostAnswer, HostSeam } from '../contract/host-seam.ts'
import type { HostOp, JournalEntry } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import { hashOf } from '../core/hash.ts'
import { createLogBudget } from './printed.ts'
import type { PastCall } from './recall.ts'

/** An answer that may still be pending, with its position in the order of answers. */
export type Pending = Promise<{ readonly answer: HostAnswer; readonly settled: number | undefined }>

/** The first host call that differs from the recorded one. */
type Divergence = { readonly seq: number; readonly op: HostOp; readonly reason: string }

type JournalSeamOptions = {
  readonly past: ReadonlyMap<number, PastCall>
  /** Answers a past call that has no recorded answer. */
  readonly unanswered: (seq: number, op: HostOp, args: Json, fuelLeft: number) => Pending
  /** Answers a call that is not in the journal. `undefined`: such a call is a divergence. */
  readonly beyond: (seq: number, op: HostOp, args: Json, fuelLeft: number) => Pending | undefined
  /** The number of past calls, including those that the journal lacks. */
  readonly known: number
  /** Called for each call that the journal answers. */
  readonly repeated?: (seq: number, op: HostOp, args: Json) => void
  /** Whether the fuel left must match, too. False for another engine, which meters differently. Absent: true. */
  readonly comparesFuel?: boolean
}

export type JournalSeam = HostSeam & {
  /** Absent: every call so far matches the recording. */
  readonly divergence: Divergence | undefined
  /** The number of calls so far. */
  readonly made: number
  /** The number of answers delivered. */
  readonly delivered: number
  /** Resolves when `count` answers are delivered. */
  reached(count: number): Promise<void>
}

/**
 * Answers host calls from a journal. Each call must match the recorded one in operation, arguments and, on the same
 * engine, fuel left. Answers are delivered in the recorded order. Each call costs one map lookup, whatever the length
 * of the journal.
 */
export function createJournalSeam({
  past,
  unanswered,
  beyond,
  known,
  repeated,
  comparesFuel = true,
}: JournalSeamOptions): JournalSeam {
  const fitsTheLog = createLogBudget()
  const order = createOrder()
  let seq = 0
  let divergence: Divergence | undefined

  const diverge = (at: number, op: HostOp, reason: string): Pending => {
    divergence ??= { seq: at, op, reason }
    const answer = { kind: 'end', code: 'REPLAY_DIVERGED', reason: `host call ${at} (${op}) ${reason}` } as const
    return Promise.resolve({ answer, settled: undefined })
  }

  function ask(at: number, op: HostOp, args: Json, fuelLeft: number): Pending {
    if (at >= known) return beyond(at, op, args, fuelLeft) ?? diverge(at, op, 'is not in the recording')
    if (op === 'console.log' && !fitsTheLog(args)) {
      repeated?.(at, op, args)
      return Promise.resolve(droppedLine)
    }
    const call = past.get(at)
    if (!call) return beyond(at, op, args, fuelLeft) ?? diverge(at, op, 'is not in the recording')
    const difference = differenceOf(call.entry, op, args, comparesFuel ? fuelLeft : undefined)
    if (difference !== undefined) return diverge(at, op, difference)
    repeated?.(at, op, args)
    if (!call.answer) return unanswered(at, op, args, fuelLeft)
    return Promise.resolve({ answer: call.answer, settled: call.entry.settled })
  }

  return {
    get divergence() {
      return divergence
    },
    get made() {
      return seq
    },
    get delivered() {
      return order.delivered()
    },
    reached: order.reached,
    async call(op, args, fuelLeft) {
      const { answer, settled } = await ask(seq++, op, args, fuelLeft)
      if (settled !== undefined) await order.turn(settled)
      return answer
    },
  }
}

const droppedLine: { answer: HostAnswer; settled: undefined } = {
  answer: { kind: 'value', value: null },
  settled: undefined,
}

function differenceOf(entry: JournalEntry, op: HostOp, args: Json, fuelLeft: number | undefined): string | undefined {
  if (entry.op !== op) return `was recorded as ${entry.op}`
  if (entry.args_hash !== hashOf(args)) return 'has other arguments than recorded'
  if (fuelLeft !== undefined && entry.fuel_left !== Math.max(0, Math.floor(fuelLeft))) {
    return `has different fuel left than recorded: ${fuelLeft} instead of ${entry.fuel_left}`
  }
  return undefined
}

/** Lets numbered callers proceed in the order of their numbers, from 0. */
function createOrder() {
  const waiting = new Map<number, () => void>()
  const watchers: { count: number; resolve: () => void }[] = []
  let next = 0

  const letThrough = () => {
    for (let go = waiting.get(next); go; go = waiting.get(next)) {
      waiting.delete(next)
      next += 1
      go()
    }
    for (const watcher of watchers) if (next >= watcher.count) watcher.resolve()
  }

  return {
    delivered: () => next,
    turn(number: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.set(number, resolve)
      // In a microtask, so that this caller does not resume after the callers that it releases.
      queueMicrotask(letThrough)
      return promise
    },
    async reached(count: number): Promise<void> {
      if (next >= count) return
      const { promise, resolve } = Promise.withResolvers<void>()
      watchers.push({ count, resolve })
      await promise
    },
  }
}
