import { hostOperations } from '../operations/host-operations.ts'
import type { RuntimeExecution } from '../runtimes/runtime.ts'
import type { PastCall } from './recall.ts'

export type Ahead = NonNullable<RuntimeExecution['ahead']>

type Known = Ahead[number] & { readonly settled: number; readonly isAwaited: boolean }

/**
 * The answers that the guest can get without being asked about each: a message to its thread and back costs more than all
 * else. None where one of them ended the execution.
 */
export function knownAhead(past: ReadonlyMap<number, PastCall>): Ahead {
  const calls = [...past.values()]
  if (calls.some(({ answer }) => answer?.kind === 'end')) return []
  return knownOf(calls).filter(({ isAwaited }) => isAwaited)
}

/**
 * The same of a journal that may lack calls: those that were under way. Up to the first of them, since what comes after has another
 * number than its place says; and in the order of answers up to the first that is not among those.
 */
export function knownAheadOfGaps(past: ReadonlyMap<number, PastCall>): Ahead {
  const calls = [...past.values()]
  const gap = calls.findIndex(({ entry }, at) => entry.seq !== at)
  const known = knownOf(gap < 0 ? calls : calls.slice(0, gap))
  const missing = known.findIndex(({ settled }, at) => settled !== at)
  return (missing < 0 ? known : known.slice(0, missing)).filter(({ isAwaited }) => isAwaited)
}

/** In the order in which the guest got them. */
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
