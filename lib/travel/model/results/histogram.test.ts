import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeHistogram } from './histogram.ts'

describe('histograms', () => {
  it('puts every value within the bounds in exactly one bin', () => {
    const bounds = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(100), fc.integer({ min: 1, max: 20 }))
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -60, max: 160 })), bounds, (values, [from, width, bins]) => {
        const { counts } = makeHistogram(values, from, from + width, bins)
        const inside = values.filter((value) => value >= from && value <= from + width)
        expect(counts.length).toBe(bins)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(inside.length)
      }),
    )
    expect(makeHistogram([0, 1, 9, 10], 0, 10, 2).counts).toEqual([2, 2])
  })
})
