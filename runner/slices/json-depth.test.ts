import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonDepth, jsonValues } from './json-depth.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('jsonDepth of a text equals the depth of its value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonDepth(JSON.stringify(value))).toBe(depthOf(value))
    }),
  )
})

test('jsonDepth ignores brackets and quotes inside strings', () => {
  expect(jsonDepth(JSON.stringify({ '["\\': '{"[\\\\' }))).toBe(1)
})

function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, part) => sum + countOf(part), 1)
}

test('jsonValues counts the values of any JSON text, plus at most one for each empty container', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value)
      const empty = json.match(/\[\]|\{\}/g)?.length ?? 0
      expect(jsonValues(json)).toBeGreaterThanOrEqual(countOf(value))
      expect(jsonValues(json)).toBeLessThanOrEqual(countOf(value) + empty)
    }),
  )
  expect(jsonValues(JSON.stringify(['a,[{', { 'b,': 1 }]))).toBe(4)
})
