import { expect, test } from 'vitest'
import { isTestDue, nextRun } from './backups.ts'

test.each([
  ['2026-11-22T02:59:59Z', '2026-11-22T03:00:00.000Z'],
  ['2026-11-22T03:00:00Z', '2026-11-23T03:00:00.000Z'],
  ['2026-12-31T23:00:00Z', '2027-01-01T03:00:00.000Z'],
])('after %s, the next run at 03:00 is %s', (after, next) => {
  expect(nextRun(3, new Date(after)).toISOString()).toBe(next)
})

test('a restore test is due without one, and 30 days after the last one', () => {
  const now = new Date('2026-11-30T00:00:00Z')
  expect(isTestDue(undefined, now)).toBe(true)
  expect(isTestDue(new Date('2026-10-31T00:00:00Z'), now)).toBe(true)
  expect(isTestDue(new Date('2026-10-31T00:00:01Z'), now)).toBe(false)
})
