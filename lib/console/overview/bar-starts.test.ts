import { expect, test } from 'vitest'
import { barStarts } from './bar-starts.ts'

const iso = (times: readonly number[]) => times.map((time) => new Date(time).toISOString())

test('a bar is an hour, a day or a week of the reader, and the last one holds now', () => {
  const now = Date.parse('2026-11-20T14:32:00Z')
  expect(iso(barStarts('24h', 'UTC', now)).at(-1)).toBe('2026-11-20T14:00:00.000Z')
  expect(iso(barStarts('24h', 'UTC', now))).toHaveLength(24)
  expect(iso(barStarts('14d', 'America/Aruba', now)).at(-1)).toBe('2026-11-20T04:00:00.000Z')
  expect(iso(barStarts('14d', 'America/Aruba', now))[0]).toBe('2026-11-07T04:00:00.000Z')
  expect(iso(barStarts('90d', 'UTC', now)).at(-1)).toBe('2026-11-16T00:00:00.000Z')
})

test('a day on which the clocks change begins at midnight too', () => {
  const days = iso(barStarts('14d', 'Europe/Amsterdam', Date.parse('2026-10-27T12:00:00Z')))
  expect(days.slice(-3)).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'])
})
