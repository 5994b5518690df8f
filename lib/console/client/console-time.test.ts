import { expect, test } from 'vitest'
import { dayBefore } from './console-time.ts'

test.each([
  ['2026-11-27T23:30:00Z', 'UTC', '2026-11-26'],
  ['2026-11-27T23:30:00Z', 'Asia/Tokyo', '2026-11-27'],
  ['2027-01-01T02:00:00Z', 'America/Aruba', '2026-12-30'],
  // The day before has 23 hours.
  ['2026-03-29T22:30:00Z', 'Europe/Amsterdam', '2026-03-29'],
])('the day before %s in %s is %s', (at, zone, day) => {
  expect(dayBefore(new Date(at), zone)).toBe(day)
})
