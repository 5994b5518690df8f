import type { LogArgs } from '../../contract/operations/console.ts'
import { logIsFull, maxLogBytes, maxLogLines } from '../../contract/operations/log-limits.ts'
import type { GuestEnd, HostCallMessage, RunMessage } from '../pool/messages.ts'

/** Leaves room for the last line, which says that the log is full. */
const maxBytes = maxLogBytes - Buffer.byteLength(logIsFull)
const levels = ['debug', 'info', 'warn', 'error'] as const

type GuestLog = ReturnType<typeof createGuestLog>

const full: LogArgs = { level: 'warn', text: logIsFull }

/** Bounds the log of one execution. */
export function createGuestLog() {
  let lines = 0
  let bytes = 0
  let isFull = false
  return {
    /** The entries to record: the part of the text that fits, and a notice when it is the first that does not fit. */
    take: (given: string, text: string) => {
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

/** One execution as seen by its worker, whatever its language. */
export type Execution = {
  readonly id: number
  /** The guest's clock. */
  nowMs: number
  readonly memoryBytes: number
  readonly pageLimit: number
  readonly outputBytes: number
  readonly hostCalls: number
  readonly reportsTurns: boolean
  readonly secrets: ReadonlyMap<string, string | null>
  readonly log: GuestLog
  /** Metered instructions left, saved while the guest is not running. */
  fuel: number
  /** Its largest memory so far. */
  peakBytes: number
  /** Host calls since the last report. */
  calls: HostCallMessage[]
  /** All host calls except log lines. */
  called: number
  /** Total bytes of arguments in its host calls. */
  argumentBytes: number
  /** Number of host calls without an answer. */
  waitsFor: number
  /** The guest's host call ids, in order. */
  readonly requests: number[]
  /** Answers that came with the run message. */
  readonly ahead: RunMessage['ahead']
  /** How many of those answers the guest has received. */
  aheadGiven: number
  /** Bytes that the thread keeps for it outside its memory. */
  heldBytes: number
  end: GuestEnd | undefined
}

export function createExecution(message: RunMessage, pageLimit: number): Execution {
  return {
    id: message.execution,
    nowMs: message.nowMs,
    memoryBytes: message.memoryMb * 1024 * 1024,
    pageLimit,
    outputBytes: message.outputBytes,
    hostCalls: message.hostCalls,
    reportsTurns: message.reportsTurns,
    secrets: new Map(Object.entries(message.secrets)),
    log: createGuestLog(),
    fuel: message.fuel,
    peakBytes: 0,
    calls: [],
    called: 0,
    argumentBytes: 0,
    waitsFor: 0,
    requests: [],
    ahead: message.ahead,
    aheadGiven: 0,
    heldBytes: 0,
    end: undefined,
  }
}
