import { LogArgs } from '../contract/host-calls.ts'
import type { Json } from '../contract/skill-io.ts'

/** All log lines of one execution together; what comes after is dropped. */
const logBudgetBytes = 64 * 1024

/** Counts the log of one execution: whether these arguments of `console.log` still go to log and journal. */
export function createLogBudget(): (args: Json) => boolean {
  let bytes = 0
  return (args) => {
    const line = LogArgs.safeParse(args)
    if (line.success) bytes += Buffer.byteLength(line.data.text)
    return bytes <= logBudgetBytes
  }
}
