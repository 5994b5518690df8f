import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstWaitMs, waitMs } from './next-run.ts'

const hourMs = 3_600_000

test('waits six hours, or after failures 1, 2, 4 and so on up to 24 hours; each wait varies by up to 10 %', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 1000].map((failures) => waitMs(failures, 0.5) / hourMs)).toEqual([
    6, 1, 2, 4, 8, 16, 24, 24,
  ])
  expect([waitMs(0, 0) / hourMs, waitMs(0, 1) / hourMs]).toEqual([5.4, 6.6])
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const ratio = waitMs(failures, random) / waitMs(failures, 0.5)
      expect(ratio).toBeGreaterThan(0.899)
      expect(ratio).toBeLessThan(1.101)
    }),
  )
})

test('runs a search without a price for the first time within ten minutes', () => {
  expect([firstWaitMs(0), firstWaitMs(1)]).toEqual([0, hourMs / 6])
})
