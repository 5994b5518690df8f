import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MapPoint, placeTags, TAG_HEIGHT, TOUCH_HEIGHT } from './map-tags.ts'

const points: fc.Arbitrary<MapPoint[]> = fc
  .array(
    fc.record({ x: fc.double({ min: -10, max: 10, noNaN: true }), y: fc.double({ min: -10, max: 10, noNaN: true }) }),
    {
      maxLength: 60,
    },
  )
  .map((list) => list.map(({ x, y }, at) => ({ key: `${at}`, x, y, width: 40 + (at % 5) * 8 })))

describe('tags on a map', () => {
  it.each([
    ['by mouse', TAG_HEIGHT, 1],
    ['by finger', TOUCH_HEIGHT, 1],
    ['by finger, with text at twice the size', TOUCH_HEIGHT, 2],
  ])('never overlap, contain each point once, and keep the order of the list: %s', (_, height, textScale) => {
    fc.assert(
      fc.property(points, fc.double({ min: 0.002, max: 0.5, noNaN: true }), (given, kmPerPx) => {
        const tags = placeTags(given, kmPerPx, { height, textScale })
        const boxes = tags.map(({ points: [first] }) => ({
          left: first.x / kmPerPx - first.width / 2,
          right: first.x / kmPerPx + first.width / 2,
          top: first.y / kmPerPx - height * textScale,
          bottom: first.y / kmPerPx,
        }))
        for (const [at, a] of boxes.entries())
          for (const b of boxes.slice(at + 1)) {
            const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
            expect(isApart).toBe(true)
          }
        const held = tags.flatMap((tag) => tag.points.map(({ key }) => key))
        expect(held.toSorted()).toEqual(given.map(({ key }) => key).toSorted())
        const firsts = tags.map(({ points: [first] }) => Number(first.key))
        expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
      }),
    )
  })

  it('separate when the map zooms in', () => {
    const two = [
      { key: 'a', x: 0, y: 0, width: 50 },
      { key: 'b', x: 1, y: 0, width: 50 },
    ]
    expect(placeTags(two, 0.1)).toHaveLength(1)
    expect(placeTags(two, 0.005)).toHaveLength(2)
  })
})
