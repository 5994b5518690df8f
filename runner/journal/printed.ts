import type { HostSeam } from '../contract/host-seam.ts'
import { LogArgs } from '../contract/operations/console.ts'
import { maxLogBytes } from '../contract/operations/log-limits.ts'
import type { Json } from '../contract/skill-io.ts'

/** A line that a script printed. */
export type PrintedLine = { readonly stream: 'stdout' | 'stderr'; readonly text: string }

export const printedLine = ({ level, text }: LogArgs): PrintedLine => ({
  stream: level === 'warn' || level === 'error' ? 'stderr' : 'stdout',
  text,
})

/** A seam that records the printed lines and forwards them. `lines`: all lines so far, in order. */
type ListeningSeam = HostSeam & { readonly lines: readonly PrintedLine[] }

/** Create a new one for each run of an execution, because a resumed script prints its lines again. */
export function listenTo(host: HostSeam): ListeningSeam {
  const lines: PrintedLine[] = []
  const fits = createLogBudget()
  return {
    lines,
    call(op, args, fuelLeft) {
      const line = op === 'console.log' ? LogArgs.safeParse(args).data : undefined
      if (line !== undefined && fits(args)) lines.push(printedLine(line))
      return host.call(op, args, fuelLeft)
    },
  }
}

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
