import { hostOperations } from '../operations/host-operations.ts'
import type { RuntimeExecution } from '../runtimes/runtime.ts'
import type { PastCall } from './recall.ts'

export type Ahead = NonNullable<RuntimeExecution['ahead']>

/**
 * The answers that the guest can get without being asked about each: a message to its thread and back costs more than all
 * else. None where one of them ended the execution.
 */
export function knownAhead(past: ReadonlyMap<number, PastCall>): Ahead {
  const calls = [...past.values()]
  if (calls.some(({ answer }) => answer?.kind === 'end')) return []
  return calls
    .filter(({ entry }) => hostOperations[entry.op].isAwaited)
    .flatMap(({ entry: { settled }, answer }, request) =>
      settled === undefined || (answer?.kind !== 'value' && answer?.kind !== 'rejected')
        ? []
        : [{ settled, request, answer }],
    )
    .sort((a, b) => a.settled - b.settled)
}
