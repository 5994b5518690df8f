import type { HostAnswer, KnownAnswer } from '../contract/host-seam.ts'
import { type JournalEntry, LongArgs } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import { sha256OfBytes } from '../core/hash.ts'
import type { AnswerStore } from '../core/ports.ts'
import { hostOperations } from '../operations/host-operations.ts'

/**
 * A past host call. `answer` is undefined if the guest got no answer, and `suspend` if the call waits for an outside
 * answer.
 */
export type PastCall = { readonly entry: JournalEntry; readonly answer: HostAnswer | undefined }

/** The sizes in bytes of all that is stored for an execution, by hash. */
export type StoredSizes = ReadonlyMap<string, number>

type Past =
  | { readonly ok: true; readonly calls: ReadonlyMap<number, PastCall>; readonly stored: StoredSizes }
  /** The first call whose answer is missing from the store or was altered there. */
  | { readonly ok: false; readonly seq: number }

/** Restores the answers of a journal, including those stored by hash. */
export async function recallAnswers(entries: readonly JournalEntry[], answers: AnswerStore): Promise<Past> {
  const wanted = new Set(entries.filter(isSettled).flatMap(hashesOf))
  const kept = wanted.size === 0 ? new Map<string, Uint8Array>() : await answers.get([...wanted])
  const whole = new Map<string, Uint8Array>()
  for (const [hash, bytes] of kept) if ((await sha256OfBytes(bytes)) === hash) whole.set(hash, bytes)
  const calls = new Map<number, PastCall>()
  for (const entry of entries) {
    if (isSettled(entry) && hashesOf(entry).some((hash) => !whole.has(hash))) return { ok: false, seq: entry.seq }
    calls.set(entry.seq, { entry, answer: isSettled(entry) ? answerOf(entry, whole) : waitingFor(entry) })
  }
  const stored = new Map(entries.flatMap(longArgsOf).map(({ hash, bytes }) => [hash, bytes]))
  for (const [hash, { length }] of whole) stored.set(hash, length)
  return { ok: true, calls, stored }
}

const isSettled = (entry: JournalEntry): boolean => entry.settled !== undefined

const waitingFor = ({ result }: JournalEntry): HostAnswer | undefined =>
  result.kind === 'awaited' ? { kind: 'suspend' } : undefined

function hashesOf({ result, result_hash }: JournalEntry): string[] {
  return [...(result.kind === 'stored' ? [result.hash] : []), ...(result_hash === undefined ? [] : [result_hash])]
}

/** The arguments of a call, if they are stored like an answer. */
function longArgsOf({ op, args }: JournalEntry): { hash: string; bytes: number }[] {
  const long = hostOperations[op].keepsArguments ? LongArgs.safeParse(args).data : undefined
  return long === undefined ? [] : [long]
}

/** The hashes of all that is stored for a call. */
export function storedHashesOf(entry: JournalEntry): string[] {
  return [...hashesOf(entry), ...longArgsOf(entry).map(({ hash }) => hash)]
}

function answerOf(entry: JournalEntry, kept: ReadonlyMap<string, Uint8Array>): HostAnswer | undefined {
  const { result, result_hash } = entry
  switch (result.kind) {
    case 'value':
    case 'stored': {
      const value: Json =
        result.kind === 'value' ? result.value : JSON.parse(Buffer.from(kept.get(result.hash) ?? []).toString())
      const body = result_hash === undefined ? undefined : kept.get(result_hash)
      return { kind: 'value', value: hostOperations[entry.op].restored(value), ...(body === undefined ? {} : { body }) }
    }
    case 'rejected':
      return { kind: 'rejected', name: result.name, message: result.message }
    case 'ended':
      return { kind: 'end', code: result.code, reason: 'as recorded' }
    case 'awaited':
    case 'unanswered':
      return undefined
  }
}

export type Ahead = readonly KnownAnswer[]

type Known = KnownAnswer & { readonly settled: number; readonly isAwaited: boolean }

/**
 * The answers that the guest can get in advance, because a message round trip for each call dominates the cost of a
 * replay. Empty if one of these answers ended the execution.
 */
export function knownAhead(past: ReadonlyMap<number, PastCall>): Ahead {
  const calls = [...past.values()]
  if (calls.some(({ answer }) => answer?.kind === 'end')) return []
  return knownOf(calls).filter(({ isAwaited }) => isAwaited)
}

/**
 * Like `knownAhead`, for a journal that may lack calls that were in flight. Uses only the calls before the first
 * missing one: after it, a call's number differs from its position. Of these calls, returns only the answers before the
 * first missing answer, in the order in which the guest received them.
 */
export function knownAheadOfGaps(past: ReadonlyMap<number, PastCall>): Ahead {
  const calls = [...past.values()]
  const gap = calls.findIndex(({ entry }, at) => entry.seq !== at)
  const known = knownOf(gap < 0 ? calls : calls.slice(0, gap))
  const missing = known.findIndex(({ settled }, at) => settled !== at)
  return (missing < 0 ? known : known.slice(0, missing)).filter(({ isAwaited }) => isAwaited)
}

/** The recorded answers of these calls, in the order in which the guest received them. */
function knownOf(calls: readonly PastCall[]): readonly Known[] {
  let requests = 0
  return calls
    .flatMap(({ entry: { op, settled }, answer }): Known[] => {
      const { isAwaited } = hostOperations[op]
      const request = isAwaited ? requests++ : requests
      if (settled === undefined || (answer?.kind !== 'value' && answer?.kind !== 'rejected')) return []
      return [{ settled, request, answer, isAwaited }]
    })
    .sort((a, b) => a.settled - b.settled)
}
