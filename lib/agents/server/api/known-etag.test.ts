import { expect, test } from 'vitest'
import { knownEtagOf } from './execution-route.ts'

test.each([
  [undefined, undefined],
  ['"abc"', '"abc"'],
  // A proxy that compresses an answer makes its ETag weak.
  ['W/"abc"', '"abc"'],
])('reads If-None-Match %s as %s', (given, known) => {
  expect(knownEtagOf(new Headers(given === undefined ? {} : { 'if-none-match': given }))).toBe(known)
})
