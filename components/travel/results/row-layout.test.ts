import { expect, test } from 'vitest'
import { rowsBetween, startsOf } from './held-row.ts'

const keys = ['a', 'b', 'c', 'd']

test('rows follow one another by their measured heights, and others by the height of a closed row', () => {
  expect(startsOf(keys, new Map([['b', 250]]), 100)).toEqual([0, 100, 350, 450, 550])
  expect(startsOf([], new Map(), 100)).toEqual([0])
})

test.each([
  { shown: 'the start', from: 0, to: 300, rows: [0, 1] },
  { shown: 'a part of one row', from: 120, to: 340, rows: [1, 1] },
  { shown: 'the ends of two rows', from: 349, to: 351, rows: [1, 2] },
  { shown: 'a row from its first pixel', from: 350, to: 450, rows: [2, 2] },
  { shown: 'more than the list', from: -50, to: 900, rows: [0, 3] },
  { shown: 'what is above the list', from: -900, to: -100, rows: [0, 0] },
  { shown: 'what is below the list', from: 800, to: 900, rows: [3, 3] },
])('a window with $shown has rows $rows', ({ from, to, rows }) => {
  expect(rowsBetween(startsOf(keys, new Map([['b', 250]]), 100), from, to)).toEqual(rows)
})
