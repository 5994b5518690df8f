import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstByMeasures, type Order, sortByMeasures } from './sort-by-measures.ts'

interface Item {
  id: string
  measures: number[]
}

const order: Order<Item> = { measuresOf: ({ measures }) => measures, keyOf: ({ id }) => id }
const measure = fc.constantFrom(0, 1, 2, Number.POSITIVE_INFINITY)
const items = fc.uniqueArray(fc.record({ id: fc.string(), measures: fc.tuple(measure, measure) }), {
  selector: ({ id }) => id,
})

test('the first measure that differs decides the order; the key decides among equals', () => {
  const sorted = sortByMeasures(
    [
      { id: 'c', measures: [1, 1] },
      { id: 'b', measures: [1, 0] },
      { id: 'a', measures: [1, 1] },
      { id: 'd', measures: [0, 9] },
    ],
    order,
  )
  expect(sorted.map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c'])
})

test('firstByMeasures returns the first item of the sorted list, whatever the input order', () => {
  fc.assert(
    fc.property(items, fc.nat(), (list, turn) => {
      const at = list.length === 0 ? 0 : turn % list.length
      const turned = [...list.slice(at), ...list.slice(0, at)]
      expect(firstByMeasures(turned, order)).toBe(sortByMeasures(list, order)[0])
    }),
  )
})
