import type { LogArgs } from '../../contract/operations/console.ts'
import { logIsFull, maxLogBytes, maxLogLines } from '../../contract/operations/log-limits.ts'

/** Leaves room for the last line, which says that the log is full. */
const maxBytes = maxLogBytes - Buffer.byteLength(logIsFull)
const levels = ['debug', 'info', 'warn', 'error'] as const

export type GuestLog = {
  /** The entries to record: the part of the text that fits, and a notice when it is the first that does not fit. */
  take(level: string, text: string): readonly LogArgs[]
}

const full: LogArgs = { level: 'warn', text: logIsFull }

/** Bounds the log of one execution. */
export function createGuestLog(): GuestLog {
  let lines = 0
  let bytes = 0
  let isFull = false
  return {
    take: (given, text) => {
      if (isFull) return []
      const level = levels.find((each) => each === given) ?? 'info'
      const fitting = withinLines(text, maxLogLines - lines)
      const kept = withinBytes(fitting, maxBytes - bytes)
      lines += kept.split('\n').length
      bytes += Buffer.byteLength(kept)
      if (kept === text) return [{ level, text }]
      isFull = true
      return kept === '' ? [full] : [{ level, text: kept }, full]
    },
  }
}

function withinLines(text: string, most: number): string {
  const lines = text.split('\n', most + 1)
  return lines.length > most ? lines.slice(0, most).join('\n') : text
}

/** The text, cut after a whole character. */
function withinBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, most), { stream: true })
  return cut.slice(0, cut.lastIndexOf('\n') + 1 || cut.length).replace(/\n$/, '')
}
