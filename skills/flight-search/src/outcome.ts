/** The error codes of the platform that this skill raises. */
export type FailureCode =
  | 'INVALID_INPUT'
  | 'API_TIMEOUT'
  | 'API_UNAVAILABLE'
  | 'API_RATE_LIMITED'
  | 'API_AUTH_FAILED'
  | 'API_INVALID_PARAMS'

/** `detail` is for the log; `field` is the param that INVALID_INPUT refuses. */
export type Failure = {
  readonly ok: false
  readonly code: FailureCode
  readonly detail: string
  readonly field?: string
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | Failure

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (code: FailureCode, detail: string): Failure => ({ ok: false, code, detail })
export const refused = (field: string, why: string): Failure => ({
  ok: false,
  code: 'INVALID_INPUT',
  detail: `${field}: ${why}`,
  field,
})
