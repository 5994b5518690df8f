import type { RaisableCode } from '../contract/errors.ts'
import type { SkillErrorConstructor } from './index.ts'

/** `detail` is for the log. `field` is the param that INVALID_INPUT refuses. */
export type Failure = {
  readonly ok: false
  readonly code: RaisableCode
  readonly detail: string
  readonly field?: string
}

/** A skill's result or failure, as a value until `valueOrThrow` throws the failure to the runner. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (code: RaisableCode, detail: string): Failure => ({ ok: false, code, detail })
export const refused = (field: string, why: string): Failure => ({
  ok: false,
  code: 'INVALID_INPUT',
  detail: `${field}: ${why}`,
  field,
})

/** For the end of a skill: returns the value, or throws the failure as the runner expects it. */
export function valueOrThrow<T>(outcome: Outcome<T>, SkillError: SkillErrorConstructor): T {
  if (!outcome.ok) throw new SkillError(outcome.code, outcome.detail, outcome)
  return outcome.value
}

export const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

const codeOfRejection: Readonly<Record<string, RaisableCode>> = {
  TimeoutError: 'API_TIMEOUT',
  RateLimitError: 'API_RATE_LIMITED',
  CapabilityRevoked: 'CAPABILITY_REVOKED',
}

/** The failure of a request without an answer: timeout, no turn in time, withheld permission or unreachable provider. */
export function failureOfRejection(error: unknown): Failure {
  if (!(error instanceof Error)) return failed('API_UNAVAILABLE', 'no answer')
  return failed(codeOfRejection[error.name] ?? 'API_UNAVAILABLE', `${error.name}: ${error.message}`)
}

/**
 * The error code of an unsuccessful HTTP status. A 400, 403 or 422 without JSON comes from a proxy before the provider,
 * which therefore counts as unavailable. `undefined`: a successful one, whose answer has another form.
 */
export function codeOfStatus(status: number | undefined, isJson: boolean): RaisableCode {
  if (status === 429) return 'API_RATE_LIMITED'
  if (status === 401 || (status === 403 && isJson)) return 'API_AUTH_FAILED'
  if ((status === 400 || status === 422) && isJson) return 'API_INVALID_PARAMS'
  return status === undefined && isJson ? 'API_INVALID_ANSWER' : 'API_UNAVAILABLE'
}
