import { type ErrorCode, type ErrorFacts, httpStatusOf, type NamedFacts } from '#runner/contract/errors.ts'
import { type BlamedError, errorOf } from '#runner/contract/faults.ts'
import { type FieldFaults, phrasesOf } from '#runner/contract/field-fault.ts'
import { type RefusalReason, refusalReasons, toldError } from '../../model/refusal-reasons.ts'
import { waitOf } from '../../model/wait.ts'
import { errorCodeOf, isDatabaseAway } from '../db/database-error.ts'
import type { DiskRoom } from '../health/disk-room.ts'

/** An expected error as a value. `retryAfterMs` belongs to RATE_LIMITED, `allow` to METHOD_NOT_ALLOWED. */
export type Refused = {
  readonly ok: false
  readonly error: BlamedError
  readonly retryAfterMs?: number
  readonly allow?: string
}

export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Refused

type Reason = {
  facts?: ErrorFacts
  /** What is wrong with the fields. */
  faults?: FieldFaults
  message?: string
  details?: Record<string, string>
  retryAfterMs?: number
}

/** A refusal with the code's own sentence, filled with `facts`, or with a more specific `message`. */
export function refuse(code: ErrorCode, reason: Reason = {}): Refused {
  const { faults = {}, details = reason.faults && phrasesOf(reason.faults) } = reason
  const fields = Object.fromEntries(
    Object.entries(faults).flatMap(([name, { facts }]) => (facts ? [[name, facts]] : [])),
  )
  const facts: NamedFacts = {
    ...(reason.facts?.id === undefined ? {} : { id: reason.facts.id }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  }
  const error = errorOf(code, reason.facts, {
    ...(reason.message === undefined ? {} : { message: reason.message }),
    ...(details ? { details } : {}),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
    ...(reason.retryAfterMs === undefined ? {} : { retry_after_ms: Math.max(1, Math.ceil(reason.retryAfterMs)) }),
  })
  return { ok: false, error, ...(reason.retryAfterMs === undefined ? {} : { retryAfterMs: reason.retryAfterMs }) }
}

/** A refusal for one of `refusalReasons`, with the code and the sentence of that reason. */
export function refuseBecause(reason: RefusalReason, facts: NamedFacts = {}): Refused {
  const { code, fault, sentence } = refusalReasons[reason]
  const words = new Map<string, unknown>(Object.entries(facts))
  const message = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(words.get(name) ?? ''))
  return { ok: false, error: { code, message, reason, fault, ...(words.size > 0 ? { facts } : {}) } }
}

/** A refusal for a limit of the operator, with the time until it begins again. */
export function refuseLimit(reason: 'hour_limit' | 'day_limit', waitMs: number): Refused {
  const retryAfterMs = Math.max(1, Math.ceil(waitMs))
  const { error } = refuseBecause(reason)
  return { ok: false, error: { ...error, retry_after_ms: retryAfterMs }, retryAfterMs }
}

/** INVALID_INPUT for one field, named in the message and in `details`. */
export function refuseField(field: string, problem: string): Refused {
  return refuse('INVALID_INPUT', { facts: { detail: `${field}: ${problem}` }, details: { [field]: problem } })
}

/** RATE_LIMITED with the wait in the message and as `retryAfterMs`. */
export function refuseTooMany(retryAfterMs: number): Refused {
  const { count, unit } = waitOf(retryAfterMs)
  const retry = `${count} ${unit === 'Seconds' ? 's' : unit.toLowerCase()}`
  return refuse('RATE_LIMITED', { facts: { retry }, retryAfterMs })
}

/** METHOD_NOT_ALLOWED with the accepted methods. */
export function refuseMethod(taken: readonly string[]): Refused {
  const allow = taken.join(', ')
  return { ...refuse('METHOD_NOT_ALLOWED', { facts: { detail: allow } }), allow }
}

/** The header that every 401 must have (RFC 9110). Browsers ask nobody for a token. */
export const howToAuthenticate = { 'www-authenticate': 'Bearer' }

/** The status of an error and the headers that belong to it. No other code gives an error its status. */
export function headOfError(code: ErrorCode, retryAfterMs: number | undefined) {
  const asks = code === 'UNAUTHENTICATED' ? howToAuthenticate : {}
  return { status: httpStatusOf(code), headers: { ...retryAfterHeader(retryAfterMs), ...asks } }
}

/** The HTTP form of a refusal: `{ error: { code, message, fault, remedy, … } }` with the code's status. */
export function refusalResponse(refused: Refused): Response {
  const { status, headers } = headOfError(refused.error.code, refused.retryAfterMs)
  const allow = refused.allow === undefined ? {} : { allow: refused.allow }
  const all = { 'cache-control': 'no-store', ...headers, ...allow }
  return Response.json({ error: toldError(refused.error) }, { status, headers: all })
}

/** `Retry-After` in whole seconds, at least one; omitted without a time. */
export function retryAfterHeader(retryAfterMs: number | undefined): Record<string, string> {
  return retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }
}

/** Longer than a database server or this process needs to restart, or a proxy to choose another process. */
const again = { retryAfterMs: 5_000 }

/** The refusal for a thrown error, which the log has under `id`. */
export function refuseThrown(cause: unknown, id: string): Refused {
  if (isDatabaseAway(cause)) return refuse('DATABASE_UNAVAILABLE', again)
  // Another process may have the secret, and answer the next try.
  if (errorCodeOf(cause) === 'SECRET_INVALID') return { ...refuseBecause('vault_key'), ...again }
  return refuse('INTERNAL', { facts: { id } })
}

export type WorkDoor = {
  readonly diskRoom: DiskRoom
  /** Aborts when this process begins to stop. Absent: it never does. */
  readonly draining?: AbortSignal
}

/** Why this process begins nothing that stores something. Undefined: it does. */
export function refuseWork({ diskRoom, draining }: WorkDoor): Refused | undefined {
  if (draining?.aborted) return { ...refuseBecause('stopping'), ...again }
  const problem = diskRoom.problem()
  return problem === undefined ? undefined : refuse('STORAGE_FULL', { message: problem })
}
