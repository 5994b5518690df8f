import { expect, test } from 'vitest'
import type { HostOp } from '../contract/journal.ts'
import { knownAhead, knownAheadOfGaps, type PastCall } from './recall.ts'

/** A past call whose answer is its own number. */
const call = (seq: number, settled: number | undefined, op: HostOp = 'settings.keys'): [number, PastCall] => [
  seq,
  {
    entry: {
      seq,
      op,
      args: {},
      result: { kind: 'unanswered' },
      fuel_left: 1,
      duration_ms: 0,
      ...(settled === undefined ? {} : { settled }),
    },
    answer: settled === undefined ? undefined : { kind: 'value', value: seq },
  },
]
const ahead = (of: typeof knownAhead, ...calls: [number, PastCall][]) =>
  of(new Map(calls)).map(({ request, answer }) => [request, Object(answer).value])

test('returns recorded answers in the order in which they arrived, each with the index of its awaited request', () => {
  const calls = [call(0, 2), call(1, 0, 'console.log'), call(2, 1), call(3, undefined)]
  expect(ahead(knownAhead, ...calls)).toEqual([
    [1, 2],
    [0, 0],
  ])
  expect(ahead(knownAheadOfGaps, ...calls)).toEqual(ahead(knownAhead, ...calls))
})

test.each([
  // A call in flight has no row, so the position of a later call in the journal differs from its number.
  ['a call is missing', [call(1, 0), call(2, 1)], []],
  ['a later call is missing', [call(0, 0), call(2, 1)], [[0, 0]]],
  // The guest may have used the unknown earlier answer for its next request.
  ['an answer came after an unknown one', [call(0, 1), call(2, 0)], []],
  ['an earlier call has no answer', [call(0, undefined), call(1, 0)], [[1, 1]]],
])('returns only answers whose position is certain: %s', (_, calls, expected) => {
  expect(ahead(knownAheadOfGaps, ...calls)).toEqual(expected)
})

test('returns nothing if an answer ended the execution', () => {
  const [seq, ended] = call(1, 1)
  const end = { ...ended, answer: { kind: 'end', code: 'EGRESS_BLOCKED', reason: '' } } as const
  expect(ahead(knownAhead, call(0, 0), [seq, end])).toEqual([])
})
