import type { EndCause } from '../../contract/end-cause.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { hostOperations } from '../../operations/host-operations.ts'

/** Limit for the arguments of all host calls of one execution: they wait in memory that all executions share. */
const maxArgumentBytes = 32 * 1024 * 1024

type Excess = { readonly detail: string; readonly cause?: EndCause }

/** Limits the host calls of one execution. It does not count log lines, which the host limits. */
export function createCallBudget(hostCalls: number): { take(op: HostOp, args: Json): Excess | undefined } {
  let calls = 0
  let bytes = 0
  return {
    /** Why this call exceeds the budget; undefined: it does not. */
    take(op, args) {
      if (!hostOperations[op].isCounted) return undefined
      calls += 1
      if (calls > hostCalls) return { detail: `it made more than ${hostCalls} host calls`, cause: 'host_calls' }
      bytes += JSON.stringify(args).length
      return bytes > maxArgumentBytes
        ? { detail: `its host calls have more than ${maxArgumentBytes} bytes of arguments` }
        : undefined
    },
  }
}
