import { expect, test } from 'vitest'
import { niceStep } from './bounds.ts'

test.each([
  [1794, 3412, 40, 20],
  [0, 10, 40, 0.2],
  [80_000, 320_000, 40, 5000],
  [5, 5, 40, 1],
])('from %i to %i in at least %i steps, the step is %d', (from, to, least, step) => {
  expect(niceStep(from, to, least)).toBeCloseTo(step)
})
