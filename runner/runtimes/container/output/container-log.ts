import { maxLogBytes, maxLogLines } from '../../../contract/operations/log-limits.ts'
import { createRedactionStream } from '../../../redact/redact.ts'
import type { LogLine } from '../messages.ts'
import type { ContainerStream } from './demux.ts'

/** Maximum length of an entry; a longer one continues in the next entry. */
const maxCharacters = 16 * 1024

const tracebackStart = 'Traceback (most recent call last):'
/** Python's lines between chained tracebacks. */
const chained = [
  'During handling of the above exception, another exception occurred:',
  'The above exception was the direct cause of the following exception:',
]

/**
 * Groups lines into log entries: an indented line belongs to the line above it, as in any stack trace, and a Python
 * traceback stays together with its error and its chained causes.
 */
export function entriesOf(lines: readonly string[]): string[] {
  const entries: string[] = []
  /** Whether the line with the error of a traceback is still to come. */
  let isOpen = false
  let wasTraceback = false
  for (const line of lines) {
    const isIndented = /^[ \t]/.test(line)
    const isChain: boolean = wasTraceback && chained.includes(line)
    const starts = line === tracebackStart
    const last = entries.at(-1)
    if (last !== undefined && (isIndented || isOpen || isChain) && last.length + line.length < maxCharacters) {
      entries[entries.length - 1] = `${last}\n${line}`
    } else entries.push(line)
    if (isIndented) continue
    wasTraceback = isOpen || isChain || starts
    isOpen = isChain || starts
  }
  return entries
}

const piecesOfLine = /.{1,4096}/gsu
const levels = { stdout: 'info', stderr: 'warn' } as const

export type ContainerLog = ReturnType<typeof createContainerLog>

/**
 * A program's output for the operator's log, one entry per line or stack trace, with credentials redacted. Both streams
 * together have the limits of what one execution prints. What exceeds them is dropped and counted.
 */
export function createContainerLog() {
  const streams = { stdout: createText(), stderr: createText() }
  let taken = 0
  let leftOut = 0

  return {
    /** Adds bytes that a program printed besides its output. */
    take(stream: ContainerStream, bytes: Uint8Array) {
      const some = bytes.subarray(0, Math.max(0, maxLogBytes - taken))
      leftOut += bytes.length - some.length
      if (some.length === 0) return
      taken += some.length
      streams[stream].add(some)
    },
    /** All lines, stdout first, redacted. Call it last. */
    lines() {
      const lines = (['stdout', 'stderr'] as const).flatMap((stream) =>
        entriesOf(streams[stream].lines()).map((text): LogLine => ({ level: levels[stream], text })),
      )
      const left = lines.splice(maxLogLines).length
      if (leftOut + left > 0) {
        lines.push({ level: 'warn', text: `The log is full; ${left} further lines and ${leftOut} bytes are dropped` })
      }
      return lines
    },
  }
}

function createText() {
  const decoder = new TextDecoder()
  const redaction = createRedactionStream()
  const parts: string[] = []
  return {
    add: (bytes: Uint8Array) => {
      parts.push(redaction.push(decoder.decode(bytes, { stream: true })))
    },
    lines: (): string[] => {
      parts.push(redaction.push(decoder.decode()), redaction.end())
      return parts
        .join('')
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .flatMap((line) => line.match(piecesOfLine) ?? [])
    },
  }
}
