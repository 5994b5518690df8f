import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromMinorUnits, roundTogether, toMinorUnits } from './exact-money.ts'

describe('decimal strings and minor units', () => {
  test.each([
    ['1590.78', 2, 159078],
    ['0.1', 2, 10],
    ['1.005', 2, 101],
    ['-1.005', 2, -101],
    ['0.00', 2, 0],
    ['-0.00', 2, 0],
    ['84700', 0, 84700],
    ['84700.50', 0, 84701],
    ['12.3456', 3, 12346],
  ])('%s with %i digits is %i', (decimal, digits, units) => {
    expect(toMinorUnits(decimal, digits)).toBe(units)
  })

  test.each(['', '.', '1.', '.5', '1e3', '1,000.00', ' 1', 'NaN', 'Infinity', '0x10', '+1', '--1', '9999999999999999'])(
    '%j is not an amount',
    (decimal) => {
      expect(toMinorUnits(decimal, 2)).toBeUndefined()
    },
  )

  test('every amount round-trips', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.constantFrom(0, 2, 3), (units, digits) => {
        expect(toMinorUnits(fromMinorUnits(units, digits), digits)).toBe(units)
      }),
    )
  })
})

describe('rounded parts of a total', () => {
  test.each([
    [[121.6, 17.6], 139.2, [122, 17]],
    [[222.5, 6.6], 229.1, [222, 7]],
    [[350.4, 46.4], 396.8, [351, 46]],
    [[200, 40], 240, [200, 40]],
    [[10.5, 10.5], 40, [11, 11]],
  ])('%j of a total of %d are rounded to %j', (parts, total, rounded) => {
    expect(roundTogether(parts, total)).toEqual(rounded)
  })

  test('add up to the rounded total, and each differs from its exact part by less than one', () => {
    const cents = fc.integer({ min: 0, max: 1e7 })
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 6 }), (all) => {
        const parts = all.map((units) => units / 100)
        const total = all.reduce((sum, units) => sum + units, 0) / 100
        const rounded = roundTogether(parts, total)
        expect(rounded.reduce((sum, part) => sum + part, 0)).toBe(Math.round(total))
        for (const [at, part] of parts.entries()) expect(Math.abs((rounded[at] ?? 0) - part)).toBeLessThan(1)
      }),
    )
  })
})
