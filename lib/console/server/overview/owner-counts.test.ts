import { expect, test } from 'vitest'
import { boundOwners, type OwnerCounts, others } from './owner-counts.ts'

const counts: OwnerCounts[] = [
  ['', 9, 1, [[5, 8]]],
  ['prof_a', 1, 1, [[5, 1]]],
  ['prof_b', 3, 0, [[7, 3]]],
  [others, 2, 0, [[5, 2]]],
  ['prof_c', 1, 0, [[9, 1]]],
]

test('keeps the busiest profiles and the executions without one, and adds the others up', () => {
  expect(boundOwners(counts, 1)).toEqual([
    ['', 9, 1, [[5, 8]]],
    [
      others,
      4,
      1,
      [
        [5, 3],
        [9, 1],
      ],
    ],
    ['prof_b', 3, 0, [[7, 3]]],
  ])
})

test('keeps all profiles if they are few', () => {
  expect(boundOwners(counts, 3)).toEqual(counts)
})
