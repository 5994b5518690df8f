import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'
import { createTimeOffsets } from './time-offsets.ts'

const timeOffsets = createTimeOffsets(createPlaces())

test('returns the offsets of airports, areas and zones in the given order', () => {
  expect(
    timeOffsets([
      ['SEA', '2026-03-15T11:30:00'],
      ['NRT', '2026-03-16T13:45'],
      ['LON', '2026-07-01T08:00:00'],
      ['Pacific/Chatham', '2026-07-01T08:00:00'],
    ]),
  ).toEqual({ ok: true, offsets: ['-07:00', '+09:00', '+01:00', '+12:45'] })
  expect(timeOffsets([])).toEqual({ ok: true, offsets: [] })
})

test.each([['XXX'], ['sea'], ['Mars/Olympus'], ['+09:00'], ['__proto__'], ['']])('rejects %j at its index', (where) => {
  expect(
    timeOffsets([
      ['SEA', '2026-03-15T11:30:00'],
      [where, '2026-03-15T11:30:00'],
    ]),
  ).toMatchObject({ ok: false, index: 1, code: 'unknown-zone' })
})

test('rejects a malformed time and reports its index without repeating the text', () => {
  const answer = timeOffsets([['SEA', '<script>']])
  expect(answer).toMatchObject({ ok: false, index: 0, code: 'bad-time' })
  expect(JSON.stringify(answer)).not.toContain('script')
})
