import { expect, test } from 'vitest'
import { barStarts } from './bar-starts.ts'

const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())

test("each bar covers an hour, day or week in the reader's time zone, and the last contains the current time", () => {
  const now = Date.parse('2026-11-20T14:32:00Z')
  expect(iso(barStarts('24h', 'UTC', now)).at(-1)).toBe('2026-11-20T14:00:00.000Z')
  expect(iso(barStarts('24h', 'UTC', now))).toHaveLength(24)
  expect(iso(barStarts('14d', 'America/Aruba', now)).at(-1)).toBe('2026-11-20T04:00:00.000Z')
  expect(iso(barStarts('14d', 'America/Aruba', now))[0]).toBe('2026-11-07T04:00:00.000Z')
  expect(iso(barStarts('90d', 'UTC', now)).at(-1)).toBe('2026-11-16T00:00:00.000Z')
})

test('the hours of a day are those of UTC, also in a zone with half hours', () => {
  const now = Date.parse('2026-11-20T14:32:00Z')
  expect(barStarts('24h', 'Asia/Kathmandu', now)).toEqual(barStarts('24h', 'UTC', now))
})

test('a day with a clock change starts at local midnight', () => {
  const days = iso(barStarts('14d', 'Europe/Amsterdam', Date.parse('2026-10-27T12:00:00Z')))
  expect(days.slice(-3)).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'])
})

test('where a clock change skips midnight, only that day starts at 1:00', () => {
  const days = iso(barStarts('14d', 'America/Havana', Date.parse('2026-03-08T15:00:00Z')))
  expect(days.slice(-2)).toEqual(['2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z'])
  const weeks = iso(barStarts('90d', 'America/Havana', Date.parse('2026-03-08T15:00:00Z')))
  expect(weeks.at(-1)).toBe('2026-03-02T05:00:00.000Z')
})
