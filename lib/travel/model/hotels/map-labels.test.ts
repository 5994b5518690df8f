import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MapPlace } from '../area-geometry.ts'
import { placeLabels } from './map-labels.ts'
import { placeTags } from './map-tags.ts'

const size = { width: 600, height: 500 }
const view = { x: 0, y: 0, kmPerPx: 0.05 }
const place = (name: string, x: number, y = 0): MapPlace => ({ name, kind: 'town', x, y })
const namesOf = (places: MapPlace[], prices = placeTags([], view.kmPerPx)) =>
  placeLabels(places, prices, view, size).map(({ name }) => name)

test('a name yields to an earlier one, to a price and to the edge of the map', () => {
  expect(namesOf([place('Lisboa', 0), place('Alfama', 0.5), place('Almada', 10)])).toEqual(['Lisboa', 'Almada'])
  const prices = placeTags([{ key: 'a', x: 0, y: 0.5, width: 60 }], view.kmPerPx)
  expect(namesOf([place('Lisboa', 0), place('Almada', 10)], prices)).toEqual(['Almada'])
  expect(namesOf([place('Lisboa', 14.9)])).toEqual([])
})

test('names never touch each other, whatever the places are', () => {
  const places = fc.array(
    fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }),
      kind: fc.constantFrom('town' as const, 'district' as const, 'landmark' as const),
      x: fc.integer({ min: -20, max: 20 }),
      y: fc.integer({ min: -20, max: 20 }),
    }),
  )
  fc.assert(
    fc.property(places, (given) => {
      const labels = placeLabels(given, [], view, size)
      for (const [at, one] of labels.entries()) {
        for (const other of labels.slice(at + 1)) {
          const apart = Math.abs(one.left - other.left) * 2 >= (one.name.length + other.name.length) * 7
          expect(apart || Math.abs(one.top - other.top) >= 16).toBe(true)
        }
      }
    }),
  )
})
