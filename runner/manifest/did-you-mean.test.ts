import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { closest, editDistance } from './did-you-mean.ts'

it.each([
  ['egres', ['egress', 'methods'], 'egress'],
  ['timeout-ms', ['timeout_ms', 'memory_mb'], 'timeout_ms'],
  ['Name', ['name', 'kind'], 'name'],
  ['nmae', ['name', 'kind'], 'name'],
  ['banana', ['name', 'kind'], undefined],
  ['x'.repeat(1000), ['name'], undefined],
])('the closest name to %s among %s is %s', (word, candidates, expected) => {
  expect(closest(word, candidates)).toBe(expected)
})

test.each([
  ['tokio', 'tokyo', 1],
  ['yrok', 'york', 1],
  ['paris', 'paris', 0],
  ['london', 'lodnom', 2],
  ['rome', 'milan', 3],
])('the distance from %s to %s is %i, with a limit of two', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits)
})

/** Counts the edits by trying each one from the ends of the words backwards: slow, but independent of the code. */
function countEdits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)]
  const edits = [
    countEdits(restA, b) + 1,
    countEdits(a, restB) + 1,
    countEdits(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ]
  const isSwapped = a.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(...edits, isSwapped ? countEdits(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY)
}

test('the distance is the number of edits, is symmetric, and never exceeds limit + 1', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
      const edits = editDistance(a, b, limit)
      expect(edits).toBe(editDistance(b, a, limit))
      expect(edits).toBe(Math.min(countEdits(a, b), limit + 1))
    }),
  )
})
