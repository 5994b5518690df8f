import { expect, test } from 'vitest'
import { clockTime } from './outcome.ts'

test.each([
  ['en-GB', '14:38 UTC'],
  ['en-US', '2:38 PM UTC'],
  ['de', '14:38 UTC'],
  ['de-u-hc-h12', '2:38 PM UTC'],
  ['ja', '14:38 UTC'],
])('shows a time on the 12-hour or 24-hour clock of %s', (locale, time) => {
  expect(clockTime('2027-01-10T14:38:20Z', false, locale).replaceAll(/\s/g, ' ')).toBe(time)
})

test('a time in the reader’s own time zone is shown without a zone name', () => {
  expect(clockTime('2027-01-10T14:38:20Z', true, 'de')).toMatch(/^\d\d:\d8$/)
})
