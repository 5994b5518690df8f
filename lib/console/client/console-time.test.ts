import { expect, test } from 'vitest'
import { ageOf, dayBefore } from './console-time.ts'

test.each([
  ['2026-11-27T23:30:00Z', 'UTC', '2026-11-26'],
  ['2026-11-27T23:30:00Z', 'Asia/Tokyo', '2026-11-27'],
  ['2027-01-01T02:00:00Z', 'America/Aruba', '2026-12-30'],
  // The day before has 23 hours.
  ['2026-03-29T22:30:00Z', 'Europe/Amsterdam', '2026-03-29'],
])('the day before %s in %s is %s', (at, zone, day) => {
  expect(dayBefore(new Date(at), zone)).toBe(day)
})

test.each([
  ['2026-11-27T23:00:01Z', 'new'],
  ['2026-11-27T21:30:00Z', '2 h old'],
  ['2026-11-26T00:00:01Z', '47 h old'],
  ['2026-11-26T00:00:00Z', '2 days old'],
])('at midnight, what was made at %s is %s', (at, age) => {
  expect(ageOf(at, new Date('2026-11-28T00:00:00Z'))).toBe(age)
})
