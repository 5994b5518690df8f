import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['tokio', 'tokyo', 1],
  ['yrok', 'york', 1],
  ['paris', 'paris', 0],
  ['london', 'lodnom', 2],
  ['rome', 'milan', 3],
])('%s to %s is %i edits, at a limit of two', (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(edits)
})

test('it is the same in both directions and never more than limit + 1', () => {
  const word = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
      const edits = editDistance(a, b, limit)
      expect(edits).toBe(editDistance(b, a, limit))
      expect(edits).toBeLessThanOrEqual(limit + 1)
      expect(edits === 0).toBe(a === b)
    }),
  )
})
