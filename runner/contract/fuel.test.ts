import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuelFor, longestTimeoutS, mostFuel, secondsOf, unitsOf } from './fuel.ts'

test('the fuel of a time is shown as this time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: longestTimeoutS }), (seconds) => {
      expect(secondsOf(fuelFor(seconds))).toBe(`about ${seconds} s`)
      expect(fuelFor(seconds)).toBeLessThanOrEqual(mostFuel)
    }),
  )
})

test.each([
  [1, 'about 0.1 s'],
  [20_000, 'about 0.7 s'],
  [45_000, 'about 1.5 s'],
])('%d units last for %s', (units, text) => {
  expect(secondsOf(units)).toBe(text)
})

test.each([
  [499_498, 0.5],
  [20_000_000_000, 20_000],
])('%d instructions are %d units', (instructions, units) => {
  expect(unitsOf(instructions)).toBe(units)
})
