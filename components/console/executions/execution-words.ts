import type { ExecutionRow, ExecutionState } from '#lib/console/model/console-executions.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { refreshIcon } from '../../ui/later-icons.ts'
import type { Look, Tone } from '../status.tsx'

const looks: Record<ExecutionState, Look> = {
  pending: { text: 'Pending', tone: 'plain', icon: 'clock' },
  running: { text: 'Running', tone: 'info', icon: refreshIcon },
  waiting: { text: 'Waiting for an LLM', tone: 'info', icon: 'clock' },
  completed: { text: 'Completed', tone: 'ok', icon: 'check' },
  failed: { text: 'Failed', tone: 'stop', icon: 'x' },
  cancelled: { text: 'Cancelled', tone: 'plain', icon: 'minus' },
}

export const stateName = (state: ExecutionState): string => looks[state].text

/** The text of each failure, shown in place of "Failed". A limit that was reached is shown as a warning. */
const reasons: Record<ErrorCode, readonly [text: string, tone?: Tone]> = {
  INVALID_INPUT: ['Wrong input'],
  PAYLOAD_TOO_LARGE: ['Request too large'],
  METHOD_NOT_ALLOWED: ['Wrong method'],
  UNAUTHENTICATED: ['Not signed in'],
  FORBIDDEN: ['Not allowed'],
  SKILL_NOT_FOUND: ['Unknown skill'],
  SKILL_DISABLED: ['Switched off', 'plain'],
  NOT_CONFIGURED: ['No credentials'],
  NOT_FOUND: ['Not found'],
  CONFLICT: ['Conflict'],
  TRUST_EXCEEDED: ['Not enough trust'],
  CONFIRMATION_REQUIRED: ['Not confirmed', 'warn'],
  CAPABILITY_DENIED: ['Call refused'],
  CAPABILITY_REVOKED: ['Not permitted'],
  EGRESS_BLOCKED: ['Host refused'],
  TIMEOUT: ['Out of time', 'warn'],
  OUT_OF_FUEL: ['Out of fuel', 'warn'],
  OUT_OF_MEMORY: ['Out of memory', 'warn'],
  OUTPUT_TOO_LARGE: ['Output too large', 'warn'],
  INVALID_OUTPUT: ['Wrong output'],
  SKILL_CRASHED: ['Threw an error'],
  SKILL_FAILED: ['Not done'],
  API_TIMEOUT: ['No answer'],
  API_UNAVAILABLE: ['Provider down'],
  API_RATE_LIMITED: ['Provider throttles', 'warn'],
  API_AUTH_FAILED: ['Credentials refused'],
  API_INVALID_ANSWER: ['Answer unreadable'],
  API_INVALID_PARAMS: ['Search refused'],
  RUNTIME_UNAVAILABLE: ['No runtime'],
  STORAGE_FULL: ['Disk full'],
  DATABASE_UNAVAILABLE: ['Database away'],
  RATE_LIMITED: ['Too many requests', 'warn'],
  REPLAY_DIVERGED: ['Replay differed'],
  RECORD_NOT_AUTHENTIC: ['Record altered'],
  INTERRUPTED: ['Interrupted'],
  CANCELLED: ['Cancelled', 'plain'],
  INTERNAL: ['Internal error'],
}

export function lookOf({ state, error_code }: Pick<ExecutionRow, 'state' | 'error_code'>): Look {
  if (state !== 'failed') return looks[state]
  const [text, tone = 'stop'] = reasons[error_code ?? 'INTERNAL']
  return { text, tone, icon: tone === 'stop' ? 'x' : 'warn' }
}

/** "312 ms", "1.12 s". */
export function durationText(ms: number): string {
  return Math.round(ms) < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`
}

/** "412 B", "184 KB", "1.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = Math.round(bytes / 1024)
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Only an answer in the 200s is a success. */
export function statusTone(status: number): Tone {
  if (status >= 400) return 'stop'
  return status >= 200 && status < 300 ? 'ok' : 'plain'
}

/** In units. */
export function fuelText(fuel: number): string {
  return `${fuel >= 99.95 ? Math.round(fuel).toLocaleString('en') : fuel.toFixed(1)} units`
}

/** Amber below half of the limit, red at zero. */
export function fuelTone(left: number, limit: number): Tone {
  if (left <= 0) return 'stop'
  return left < limit / 2 ? 'warn' : 'plain'
}
