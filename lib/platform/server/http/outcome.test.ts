import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findProjectRoot } from '../env/project-root.ts'
import { headOfError, refusalResponse, refuse, refuseBecause, refuseTooMany, retryAfterHeader } from './outcome.ts'

it('writes Retry-After in whole seconds, rounded up, at least one, and omits it without a time', () => {
  expect(retryAfterHeader(undefined)).toEqual({})
  expect(retryAfterHeader(1)).toEqual({ 'retry-after': '1' })
  expect(retryAfterHeader(2500)).toEqual({ 'retry-after': '3' })
  expect(refusalResponse(refuseTooMany(61_000)).headers.get('retry-after')).toBe('61')
})

it.each([
  [8_600, '9 s'],
  [600_000, '10 minutes'],
  [86_400_000, '24 hours'],
])('writes a wait of %d ms as %s', (waitMs, wait) => {
  expect(refuseTooMany(waitMs).error.message).toBe(`Too many requests. Try again in ${wait}.`)
})

it('returns the values of the English message also as separate fields', () => {
  expect(refuseTooMany(8_600.5).error).toMatchObject({ code: 'RATE_LIMITED', retry_after_ms: 8_601 })
  expect(refuse('INTERNAL', { facts: { id: 'req_1' } }).error).toMatchObject({ facts: { id: 'req_1' } })
  expect(refuseBecause('offers_full', { most: 50 }).error).toEqual({
    code: 'CONFLICT',
    reason: 'offers_full',
    fault: 'caller',
    message: 'You keep 50 flights and stays, the maximum. Remove one under Trips, then save again.',
    facts: { most: 50 },
  })
  expect(refuseBecause('offer_gone').error).not.toHaveProperty('facts')
})

it('no other code of the app gives an answer the status 401, or an error its status', () => {
  const root = findProjectRoot()
  const sources = globSync(['{app,lib}/**/*.{ts,tsx}', '*.ts'], {
    cwd: root,
    exclude: ['**/*.test.ts', '**/testing/**'],
  })
  const made = /httpStatusOf\(|(?:status|writeHead\(|HTTP\/1\.1)[^\n]*\b401\b/i
  expect(sources.filter((file) => made.test(readFileSync(join(root, file), 'utf8'))).sort()).toEqual([
    // Describes the answers.
    'app/openapi.json/create-openapi.ts',
    // Replaces an answer of next-auth, with the header.
    'lib/platform/server/auth/next-auth-route.ts',
    'lib/platform/server/http/outcome.ts',
    // Counts answers.
    'lib/platform/server/metrics/measure-requests.ts',
  ])
})

it('every 401 says how to authenticate, and no other refusal does', () => {
  expect(headOfError('UNAUTHENTICATED', 2000)).toEqual({
    status: 401,
    headers: { 'retry-after': '2', 'www-authenticate': 'Bearer' },
  })
  const asksFor = (code: 'UNAUTHENTICATED' | 'FORBIDDEN') =>
    refusalResponse(refuse(code)).headers.get('www-authenticate')
  expect(asksFor('UNAUTHENTICATED')).toBe('Bearer')
  expect(asksFor('FORBIDDEN')).toBeNull()
})
