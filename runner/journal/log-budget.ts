import { LogArgs } from '../contract/operations/console.ts'
import { maxLogBytes } from '../contract/operations/log-limits.ts'
import type { Json } from '../contract/skill-io.ts'

/**
 * Tracks the log budget of one execution. The returned function tells whether `console.log` arguments still fit into
 * it.
 */
export function createLogBudget(): (args: Json) => boolean {
  let bytes = 0
  return (args) => {
    const line = LogArgs.safeParse(args)
    if (line.success) bytes += Buffer.byteLength(line.data.text)
    return bytes <= maxLogBytes
  }
}
