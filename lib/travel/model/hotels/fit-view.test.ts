import fc from 'fast-check'
import { expect, it } from 'vitest'
import { viewAround } from './fit-view.ts'
import { COUNT_WIDTH, TAG_HEIGHT } from './map-tags.ts'
import { type MapSize, toPx } from './map-view.ts'

/** Large enough for every view in these tests: a smaller map could not show two wide tags that are 24 km apart. */
const area = { reachKm: 200 }
const position = fc.double({ min: -12, max: 12, noNaN: true })
const points = (widest: number) =>
  fc.array(fc.record({ x: position, y: position, width: fc.integer({ min: 40, max: widest }) }), {
    minLength: 1,
    maxLength: 40,
  })
const phone = { width: 360, height: 600 }
const desktop = { width: 576, height: 760 }
const sizes: [string, MapSize, widest: number, textScale: number][] = [
  ['a narrow phone', phone, 260, 1],
  ['a narrow phone with text at twice the size', phone, 120, 2],
  ['a desktop', desktop, 240, 1],
  ['a phone held sideways', { width: 740, height: 260 }, 200, 1],
]

it.each(sizes)('the first view on %s shows every tag whole and clear of the buttons', (_, size, widest, textScale) => {
  fc.assert(
    fc.property(points(widest), (given) => {
      const view = viewAround(given, size, area, textScale)
      for (const point of given) {
        const { left, top } = toPx(view, size, point)
        const half = (point.width + COUNT_WIDTH * textScale) / 2
        const box = { left: left - half, right: left + half, top: top - TAG_HEIGHT * textScale, bottom: top }
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.right).toBeLessThanOrEqual(size.width)
        expect(box.top).toBeGreaterThanOrEqual(0)
        expect(box.bottom).toBeLessThanOrEqual(size.height)
        // The buttons: 12 px from the left edge, 34 px from the bottom, each 44 px in size.
        const isBeside = box.left >= 56 * textScale || box.bottom <= size.height - 122 * textScale
        expect(isBeside).toBe(true)
      }
    }),
  )
})

it('the view is no wider than the tags need', () => {
  const given = [
    { x: -5, y: 0, width: 60 },
    { x: 0, y: 0, width: 200 },
    { x: 5, y: 0, width: 60 },
  ]
  const view = viewAround(given, phone, area)
  // 360 px minus both margins and half of each outer tag.
  expect(10 / view.kmPerPx).toBeCloseTo(360 - 16 - (60 + COUNT_WIDTH), 0)
})

it('a tag wider than the map does not move the others out of sight', () => {
  const given = [
    { x: -5, y: 0, width: 900 },
    { x: 5, y: 0, width: 60 },
  ]
  const view = viewAround(given, phone, area)
  for (const point of given) expect(Math.abs(toPx(view, phone, point).left - 180)).toBeLessThanOrEqual(180)
})

it('without points the map shows the centre', () => {
  expect(viewAround([], phone, area)).toEqual({ x: 0, y: 0, kmPerPx: 10 / 360 })
})
