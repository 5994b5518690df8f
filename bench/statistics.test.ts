import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ascending, median, medians, percentile } from './statistics.ts'

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 })

describe('percentile', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

  test.each([
    { count: 1, share: 0.99, expected: 1 },
    { count: 4, share: 0.5, expected: 2 },
    { count: 5, share: 0.5, expected: 3 },
    { count: 100, share: 0.99, expected: 99 },
    { count: 1000, share: 0.99, expected: 990 },
    { count: 3, share: 0, expected: 1 },
    { count: 3, share: 1, expected: 3 },
  ])('at $share of the numbers 1 to $count is $expected', ({ count, share, expected }) => {
    expect(percentile(upTo(count), share)).toBe(expected)
  })

  test('is the smallest value that is at least as large as the given share of values', () => {
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

  test('throws for an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError)
  })
})

test('a median does not depend on the order and does not change the input', () => {
  const values = [5, 1, 3]
  expect(median(values)).toBe(3)
  expect(values).toEqual([5, 1, 3])
})

test('computes the median of each name over the rounds that have it', () => {
  expect(medians([{ p50: 1, p99: 9 }, { p50: 3 }, { p50: 2, p99: 7 }])).toEqual({ p50: 2, p99: 7 })
  expect(medians([])).toEqual({})
})
