import { type ErrorBody, type ErrorCode, type ErrorFacts, httpStatusOf, sentenceOf } from '#runner/contract/errors.ts'

/** An expected error as a value. `retryAfterMs` goes with RATE_LIMITED. */
export type Refused = { readonly ok: false; readonly error: ErrorBody; readonly retryAfterMs?: number }

export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Refused

type Reason = { facts?: ErrorFacts; message?: string; details?: Record<string, string>; retryAfterMs?: number }

/** A refusal with the code's own sentence, filled with `facts`, or with `message` where a fuller one helps the reader. */
export function refuse(code: ErrorCode, reason: Reason = {}): Refused {
  const error: ErrorBody = {
    code,
    message: reason.message ?? sentenceOf(code, reason.facts),
    ...(reason.details ? { details: reason.details } : {}),
  }
  return { ok: false, error, ...(reason.retryAfterMs === undefined ? {} : { retryAfterMs: reason.retryAfterMs }) }
}

/** INVALID_INPUT for one field: the message and `details` both name it. */
export function refuseField(field: string, problem: string): Refused {
  return refuse('INVALID_INPUT', { facts: { detail: `${field}: ${problem}` }, details: { [field]: problem } })
}

/** RATE_LIMITED with the wait in words and as `retryAfterMs`. */
export function refuseTooMany(retryAfterMs: number): Refused {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const retry = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`
  return refuse('RATE_LIMITED', { facts: { retry }, retryAfterMs })
}

/** The HTTP form of a refusal: `{ error: { code, message, details? } }` with the code's status. */
export function refusalResponse(refused: Refused): Response {
  const headers = { 'cache-control': 'no-store', ...retryAfterHeader(refused.retryAfterMs) }
  return Response.json({ error: refused.error }, { status: httpStatusOf(refused.error.code), headers })
}

/** `Retry-After` in whole seconds, at least one; nothing without a time. */
export function retryAfterHeader(retryAfterMs: number | undefined): Record<string, string> {
  return retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) }
}
