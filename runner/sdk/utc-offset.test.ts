import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOffset, parseOffset } from './utc-offset.ts'

test('parsing reverses formatting', () => {
  fc.assert(
    fc.property(fc.integer({ min: -14 * 60, max: 14 * 60 }), (minutes) => {
      expect(parseOffset(formatOffset(minutes))).toBe(minutes)
    }),
  )
  expect([330, -210, 0].map(formatOffset)).toEqual(['+05:30', '-03:30', '+00:00'])
})

test.each([
  ['Z', 0],
  ['+05:30', 330],
  ['-00:15', -15],
  ['+5:30', undefined],
  ['0530', undefined],
  ['UTC', undefined],
  ['', undefined],
  [undefined, undefined],
  [90, undefined],
])('parses %j to %j minutes', (value, minutes) => {
  expect(parseOffset(value)).toBe(minutes)
})
