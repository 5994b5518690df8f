import * as z from 'zod'
import type { HostSeam } from '../contract/host-seam.ts'
import type { HostOp, JournalEntry } from '../contract/journal.ts'
import { FetchHead } from '../contract/operations/fetch.ts'
import type { AnswerStore, UnfinishedExecution } from '../core/ports.ts'
import type { RecordingSeam } from '../host/host-seam.ts'
import { createJournalSeam, type Pending } from '../journal/journal-seam.ts'
import { type Ahead, knownAheadOfGaps, type PastCall, recallAnswers, type StoredSizes } from '../journal/recall.ts'
import { hostOperations } from '../operations/host-operations.ts'
import { end } from '../operations/operation.ts'

/** What a process knows about an execution that another process began. */
export type Reopened = {
  /** The answered host calls. */
  readonly past: readonly JournalEntry[]
  /** The number of host calls so far, including unanswered ones. */
  readonly known: number
  /** The answers and prompts that are stored so far. */
  readonly stored: StoredSizes
  /** The hosts whose responses the execution got so far. */
  readonly queriedHosts: readonly string[]
  /** The answers that the runtime gets in advance. */
  readonly ahead: Ahead
  readonly goOn: GoOn
}

/** Replays the past, then forwards calls to `seam`. */
export type GoOn = (
  seam: Pick<RecordingSeam, 'ask' | 'repeated'>,
  options: { readonly comparesFuel: boolean; readonly since?: Since },
) => HostSeam

/** The host calls that this process added to the past before it lost the worker. */
export type Since = {
  readonly calls: ReadonlyMap<number, PastCall>
  /** The number of all host calls so far. */
  readonly known: number
  readonly pending: ReadonlyMap<number, Pending>
}

/**
 * Reads the journal of an unfinished execution. Returns a number if an answer is not stored: the number of its host
 * call.
 */
export async function reopen(
  { journal }: Pick<UnfinishedExecution, 'journal'>,
  answers: AnswerStore,
): Promise<Reopened | number> {
  const recalled = await recallAnswers(journal, answers)
  if (!recalled.ok) return recalled.seq
  const known = journal.reduce((most, { seq }) => Math.max(most, seq + 1), 0)
  return {
    past: journal.filter(({ settled }) => settled !== undefined),
    known,
    stored: recalled.stored,
    queriedHosts: queriedHosts(recalled.calls),
    ahead: knownAheadOfGaps(recalled.calls),
    goOn: goOnFrom(recalled.calls, known),
  }
}

/**
 * Continues after the first `known` host calls, which another process made. A journaled call without an answer must not
 * be repeated, so it ends the execution. A call that is not in the journal is made again.
 */
export function goOnFrom(past: ReadonlyMap<number, PastCall>, known: number): GoOn {
  const interrupted = (seq: number, op: HostOp): Pending =>
    Promise.resolve({
      answer: end('INTERRUPTED', `host call ${seq} (${op}) was in flight when its process ended`),
      settled: undefined,
    })
  return (seam, { comparesFuel, since }) =>
    createJournalSeam({
      past: since ? new Map([...past, ...since.calls]) : past,
      known: since?.known ?? known,
      comparesFuel,
      repeated: seam.repeated,
      unanswered: (seq, op) => since?.pending.get(seq) ?? interrupted(seq, op),
      // A non-repeatable call is journaled before it is sent. If a call below `known` is missing, its row was removed.
      beyond: (at, op, args, fuelLeft) =>
        at < known && !hostOperations[op].isRepeatable(args) ? interrupted(at, op) : seam.ask(op, args, fuelLeft, at),
    })
}

const WithUrl = z.object({ url: z.string() })

/** The hosts whose responses an execution got, each with its port unless that is 443. */
function queriedHosts(past: ReadonlyMap<number, PastCall>): readonly string[] {
  const hosts = new Set<string>()
  for (const { entry, answer } of past.values()) {
    if (entry.op !== 'fetch' || answer?.kind !== 'value') continue
    // A redirect may lead to another host, and the journal has no URL of a request that is too long for it.
    for (const { data } of [WithUrl.safeParse(entry.args), FetchHead.safeParse(answer.value)]) {
      const url = URL.parse(data?.url ?? '')
      if (url !== null) hosts.add(url.host)
    }
  }
  return [...hosts]
}
