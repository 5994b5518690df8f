import { expect, it } from 'vitest'
import { closest } from './did-you-mean.ts'

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
