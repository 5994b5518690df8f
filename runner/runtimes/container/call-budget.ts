import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { hostOperations } from '../../operations/host-operations.ts'

/** Arguments of all calls of one execution together: they wait in memory that is everybody's. */
const mostArgumentBytes = 32 * 1024 * 1024

/** Bounds the host calls of one execution, lines of the log aside: the seam bounds those. */
export function createCallBudget(hostCalls: number): { take(op: HostOp, args: Json): string | undefined } {
  let calls = 0
  let bytes = 0
  return {
    /** Why this call is too much; undefined: it is not. */
    take(op, args) {
      if (!hostOperations[op].isCounted) return undefined
      calls += 1
      if (calls > hostCalls) return `more than ${hostCalls} host calls`
      bytes += JSON.stringify(args).length
      return bytes > mostArgumentBytes ? `more than ${mostArgumentBytes} bytes in arguments of host calls` : undefined
    },
  }
}
