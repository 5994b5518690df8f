import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { hostOperations } from '../../operations/host-operations.ts'

/** Limit for the arguments of all host calls of one execution: they wait in memory that all executions share. */
const mostArgumentBytes = 32 * 1024 * 1024

/** Limits the host calls of one execution. It does not count log lines, which the host limits. */
export function createCallBudget(hostCalls: number): { take(op: HostOp, args: Json): string | undefined } {
  let calls = 0
  let bytes = 0
  return {
    /** Why this call exceeds the budget; undefined: it does not. */
    take(op, args) {
      if (!hostOperations[op].isCounted) return undefined
      calls += 1
      if (calls > hostCalls) return `it made more than ${hostCalls} host calls`
      bytes += JSON.stringify(args).length
      return bytes > mostArgumentBytes
        ? `its host calls have more than ${mostArgumentBytes} bytes of arguments`
        : undefined
    },
  }
}
