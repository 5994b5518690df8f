import { expect, test } from 'vitest'
import type { RaisableCode } from '../contract/errors.ts'
import { codeOfStatus, done, failed, failureOfRejection, refused, valueOrThrow } from './outcome.ts'

class SkillError extends Error {
  readonly code: RaisableCode
  readonly field: string | undefined

  constructor(code: RaisableCode, message?: string, options: { readonly field?: string } = {}) {
    super(message)
    this.code = code
    this.field = options.field
  }
}

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('returns the value of a success, and throws for a failure with its code, text and field', () => {
  expect(valueOrThrow(done(7), SkillError)).toBe(7)
  expect(thrownBy(() => valueOrThrow(failed('API_TIMEOUT', 'too late'), SkillError))).toMatchObject({
    code: 'API_TIMEOUT',
    message: 'too late',
    field: undefined,
  })
  expect(thrownBy(() => valueOrThrow(refused('date', 'is past'), SkillError))).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'date: is past',
    field: 'date',
  })
})

test.each([
  [429, true, 'API_RATE_LIMITED'],
  [429, false, 'API_RATE_LIMITED'],
  [401, false, 'API_AUTH_FAILED'],
  [403, true, 'API_AUTH_FAILED'],
  [403, false, 'API_UNAVAILABLE'],
  [400, true, 'API_INVALID_PARAMS'],
  [422, true, 'API_INVALID_PARAMS'],
  [400, false, 'API_UNAVAILABLE'],
  [404, true, 'API_UNAVAILABLE'],
  [503, true, 'API_UNAVAILABLE'],
  [undefined, true, 'API_INVALID_ANSWER'],
  [undefined, false, 'API_UNAVAILABLE'],
])('maps status %j, JSON %j, to %s', (status, isJson, code) => {
  expect(codeOfStatus(status, isJson)).toBe(code)
})

test('maps a failed request to a timeout, a missing credential or an unreachable provider', () => {
  const withheld = Object.assign(new Error('withheld'), { name: 'CapabilityRevoked' })
  expect(failureOfRejection(withheld)).toEqual(failed('CAPABILITY_REVOKED', 'CapabilityRevoked: withheld'))
  const late = Object.assign(new Error('10 s'), { name: 'TimeoutError' })
  expect(failureOfRejection(late)).toEqual(failed('API_TIMEOUT', 'TimeoutError: 10 s'))
  expect(failureOfRejection(new TypeError('refused'))).toEqual(failed('API_UNAVAILABLE', 'TypeError: refused'))
  expect(failureOfRejection('what')).toEqual(failed('API_UNAVAILABLE', 'no answer'))
})
