import type { RaisableCode } from '../contract/errors.ts'
import type { SkillErrorConstructor } from './index.ts'

/** `detail` is for the log; `field` is the param that INVALID_INPUT refuses. */
export type Failure = {
  readonly ok: false
  readonly code: RaisableCode
  readonly detail: string
  readonly field?: string
}

/** What a skill works out, or why it cannot: a value, until `valueOrThrow` throws it to the runner. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (code: RaisableCode, detail: string): Failure => ({ ok: false, code, detail })
export const refused = (field: string, why: string): Failure => ({
  ok: false,
  code: 'INVALID_INPUT',
  detail: `${field}: ${why}`,
  field,
})

/** For the end of a skill: the value, or its failure thrown as the runner takes it. */
export function valueOrThrow<T>(outcome: Outcome<T>, SkillError: SkillErrorConstructor): T {
  if (!outcome.ok) throw new SkillError(outcome.code, outcome.detail, outcome)
  return outcome.value
}

/** A request that got no answer: out of time, or the provider cannot be reached. */
export function failureOfRejection(error: unknown): Failure {
  const name = error instanceof Error ? error.name : ''
  const detail = error instanceof Error ? `${name}: ${error.message}` : 'no answer'
  return failed(name === 'TimeoutError' ? 'API_TIMEOUT' : 'API_UNAVAILABLE', detail)
}

/**
 * What an HTTP status says that is no success. Without JSON it comes from something in front of the provider, which then
 * cannot be reached.
 */
export function codeOfStatus(status: number | undefined, isJson: boolean): RaisableCode {
  if (status === 429) return 'API_RATE_LIMITED'
  if (status === 401 || (status === 403 && isJson)) return 'API_AUTH_FAILED'
  if ((status === 400 || status === 422) && isJson) return 'API_INVALID_PARAMS'
  return 'API_UNAVAILABLE'
}
