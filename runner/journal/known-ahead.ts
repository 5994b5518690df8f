import type { KnownAnswer } from '../contract/host-seam.ts'
import { hostOperations } from '../operations/host-operations.ts'
import type { PastCall } from './recall.ts'

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
