import { expect, it } from 'vitest'
import { refusalResponse, refuseTooMany, retryAfterHeader } from './outcome.ts'

it('writes Retry-After in whole seconds, rounded up, at least one, and omits it without a time', () => {
  expect(retryAfterHeader(undefined)).toEqual({})
  expect(retryAfterHeader(1)).toEqual({ 'retry-after': '1' })
  expect(retryAfterHeader(2500)).toEqual({ 'retry-after': '3' })
  expect(refusalResponse(refuseTooMany(61_000)).headers.get('retry-after')).toBe('61')
})
