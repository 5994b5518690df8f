import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'

test.each([
  ['en-GB', '14:38 UTC'],
  ['en-US', '2:38 PM UTC'],
  ['de', '14:38 UTC'],
  ['de-u-hc-h12', '2:38 PM UTC'],
  ['ja', '14:38 UTC'],
])('a time is in the 12 or 24 hours of %s', (locale, time) => {
  expect(clockTime('2027-01-10T14:38:20Z', false, locale).replaceAll(/\s/g, ' ')).toBe(time)
})

test('the time in the reader’s zone does not name a zone', () => {
  expect(clockTime('2027-01-10T14:38:20Z', true, 'de')).toMatch(/^\d\d:\d8$/)
})
