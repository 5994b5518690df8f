import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonDepth } from './json-depth.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('the depth of any JSON text is that of its value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonDepth(JSON.stringify(value))).toBe(depthOf(value))
    }),
  )
})

test('brackets and quotes within strings do not count', () => {
  expect(jsonDepth(JSON.stringify({ '["\\': '{"[\\\\' }))).toBe(1)
})
