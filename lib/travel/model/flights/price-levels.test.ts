import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceLevels } from './price-levels.ts'

test('each level has a quarter of the prices', () => {
  const { bounds, levelOf } = priceLevels([800, 100, 300, 200, 700, 600, 400, 500])
  expect([100, 200, 300, 400, 500, 600, 700, 800].map(levelOf)).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
  expect(bounds.map(({ upTo }) => upTo)).toEqual([200, 400, 600, 800])
})

test('equal prices share the lowest level', () => {
  const { bounds, levelOf } = priceLevels([500, 500, 500])
  expect([levelOf(500), bounds]).toEqual([1, [{ level: 1, upTo: 500 }]])
})

test('an empty list of prices has no levels', () => {
  expect(priceLevels([]).bounds).toEqual([])
})

test('a higher price never has a lower level, and every price has one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }), (amounts) => {
      const { bounds, levelOf } = priceLevels(amounts)
      const found = amounts.toSorted((a, b) => a - b).map(levelOf)
      expect(found).toEqual(found.toSorted())
      for (const level of found) expect([1, 2, 3, 4]).toContain(level)
      expect(bounds.at(-1)?.upTo).toBe(Math.max(...amounts))
    }),
  )
})
