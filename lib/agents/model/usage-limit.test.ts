import { expect, test } from 'vitest'
import { LimitChange } from './usage-limit.ts'

test.each([
  [{ per_hour: 5 }, undefined],
  [{ per_day: null }, undefined],
  [{}, ['per_hour', 'is required, or per_day']],
  [{ per_hour: -1 }, ['per_hour', expect.any(String)]],
])('a change names at least one limit: %o', (limits, problem) => {
  const [issue] = LimitChange.safeParse({ owner: 'prof_1', ...limits }).error?.issues ?? []
  expect(issue && [issue.path.join('.'), issue.message]).toEqual(problem)
})
