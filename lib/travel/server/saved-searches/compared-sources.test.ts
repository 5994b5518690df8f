import { expect, test } from 'vitest'
import { isComparable } from './compared-sources.ts'

test.each([
  ['the same sources', ['a', 'b'], { asked: ['a', 'b'], answered: ['b', 'a'] }, true],
  ['a source that fails', ['a', 'b'], { asked: ['a', 'b'], answered: ['a'] }, true],
  ['a source that failed before', ['a'], { asked: ['a', 'b'], answered: ['a', 'b'] }, false],
  ['a source that never answers', ['a'], { asked: ['a', 'b'], answered: ['a'] }, true],
  ['a source that is no longer asked', ['a', 'b'], { asked: ['a'], answered: ['a'] }, false],
  ['no earlier source', [], { asked: ['a'], answered: ['a'] }, false],
])('%s: whether prices can be compared with the earlier ones', (_, sources, now, expected) => {
  expect(isComparable(sources, now)).toBe(expected)
})
