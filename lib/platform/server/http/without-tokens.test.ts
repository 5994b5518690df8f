import { expect, test } from 'vitest'
import { withoutTokens } from './request-id.ts'

test.each([
  ['/profiles/ark_0123456789abcdefghijKL/keys', '/profiles/ark_…/keys'],
  ['/executions/exec_0123456789abcdefghijKL', '/executions/exec_…'],
  ['/profiles/ARK_0/ark_1', '/profiles/ARK_…/ark_…'],
  ['/api/search/flights', '/api/search/flights'],
])('%s is logged as %s', (path, logged) => {
  expect(withoutTokens(path)).toBe(logged)
})
