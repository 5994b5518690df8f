import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ascending, median, medians, percentile } from './statistics.ts'

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 })

describe('percentiles', () => {
  test.each([
    [[7], 0.99, 7],
    [[1, 2, 3, 4], 0.5, 2],
    [[1, 2, 3, 4, 5], 0.5, 3],
    [Array.from({ length: 100 }, (_, at) => at + 1), 0.99, 99],
    [Array.from({ length: 1000 }, (_, at) => at + 1), 0.99, 990],
    [[1, 2, 3], 0, 1],
    [[1, 2, 3], 1, 3],
  ])('of %j at %d', (sorted, share, expected) => {
    expect(percentile(sorted, share)).toBe(expected)
  })

  test('at least the share does not exceed it, and it is the smallest such value', () => {
    fc.assert(
      fc.property(numbers, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const sorted = [...values].sort(ascending)
        const value = percentile(sorted, share)
        const within = sorted.filter((other) => other <= value).length
        const below = sorted.filter((other) => other < value).length
        expect(within).toBeGreaterThanOrEqual(sorted.length * share)
        expect(below).toBeLessThan(sorted.length * share)
      }),
    )
  })

  test('there is none of nothing', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError)
  })
})

test('a median does not depend on the order, and leaves the values as they were', () => {
  const values = [5, 1, 3]
  expect(median(values)).toBe(3)
  expect(values).toEqual([5, 1, 3])
})

test('medians are taken for each name, over the rounds that have it', () => {
  expect(medians([{ p50: 1, p99: 9 }, { p50: 3 }, { p50: 2, p99: 7 }])).toEqual({ p50: 2, p99: 7 })
  expect(medians([])).toEqual({})
})
