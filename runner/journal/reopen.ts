import type { HostOp, JournalEntry } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import { hostOperations } from '../operations/host-operations.ts'
import { end } from '../operations/operation.ts'
import type { AnswerStore, UnfinishedExecution } from '../ports.ts'
import type { HostSeam } from '../runtimes/runtime.ts'
import { createJournalSeam, type Pending } from './journal-seam.ts'
import { type Ahead, knownAheadOfGaps } from './known-ahead.ts'
import { recallAnswers } from './recall.ts'

/** What a process knows of an execution that another one began. */
export type Reopened = {
  /** Host calls with their answers. */
  readonly past: readonly JournalEntry[]
  /** Host calls so far, those without an answer included. */
  readonly known: number
  /** The same for the runtime, which needs not ask for each. */
  readonly ahead: Ahead
  /** The past, and from there on what `ask` answers. */
  goOn(
    ask: (op: HostOp, args: Json, fuelLeft: number, at: number) => Pending,
    options: { readonly comparesFuel: boolean },
  ): HostSeam
}

/**
 * Reads the journal of an unfinished execution. What was under way and stands in it must not be made twice: it ends the execution.
 * What was under way and does not stand in it is made again. A number: the host call whose answer is not kept.
 */
export async function reopen(
  { journal }: Pick<UnfinishedExecution, 'journal'>,
  answers: AnswerStore,
): Promise<Reopened | number> {
  const recalled = await recallAnswers(journal, answers)
  if (!recalled.ok) return recalled.seq
  const known = journal.reduce((most, { seq }) => Math.max(most, seq + 1), 0)
  const interrupted = (seq: number, op: HostOp): Pending =>
    Promise.resolve({
      answer: end('INTERRUPTED', `host call ${seq} (${op}) was under way when its process ended`),
      settled: undefined,
    })
  return {
    past: journal.filter(({ settled }) => settled !== undefined),
    known,
    ahead: knownAheadOfGaps(recalled.calls),
    goOn: (ask, { comparesFuel }) =>
      createJournalSeam({
        past: recalled.calls,
        known,
        comparesFuel,
        unanswered: interrupted,
        // Among known calls, one that must not be made twice stood in the journal before it went out: its row was removed.
        beyond: (at, op, args, fuelLeft) =>
          at < known && !hostOperations[op].isRepeatable(args) ? interrupted(at, op) : ask(op, args, fuelLeft, at),
      }),
  }
}
