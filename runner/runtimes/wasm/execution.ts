import type { GuestEnd, HostCallMessage, RunMessage } from '../pool/messages.ts'
import { createGuestLog, type GuestLog } from './guest-log.ts'

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
