import { expect, test } from 'vitest'
import { drawCurves } from './draw-curves.ts'

const chart = (points: ReadonlyArray<readonly [number, number]>) => ({
  title: 'Lists <of> skills',
  sizes: 'installed skills',
  unit: 'ms',
  curves: [
    { name: 'flat', points },
    { name: 'also flat', points },
  ],
})
const attributes = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, found]) => found)

test('equal growth has equal slope on both axes', () => {
  const [line] = attributes(
    drawCurves(
      chart([
        [1, 2],
        [10, 20],
        [100, 200],
      ]),
    ),
    /polyline points="([^"]+)"/g,
  )
  const [first, second, third] = (line ?? '').split(' ').map((point) => point.split(',').map(Number))
  const between = (a: number[] | undefined, b: number[] | undefined) =>
    [0, 1].map((at) => (b?.[at] ?? 0) - (a?.[at] ?? 0))
  const [right, up] = between(first, second)
  expect(right).toBeGreaterThan(0)
  expect(up).toBeLessThan(0)
  expect(between(second, third)[0]).toBeCloseTo(right ?? 0, 0)
  expect(between(second, third)[1]).toBeCloseTo(up ?? 0, 0)
})

test('names of curves that end at one place do not cover each other', () => {
  const heights = attributes(drawCurves(chart([[1, 5]])), / y="([\d.]+)" text-anchor="start" fill/g).map(Number)
  expect(heights).toHaveLength(2)
  expect(Math.abs((heights[1] ?? 0) - (heights[0] ?? 0))).toBeGreaterThanOrEqual(13)
})

test('words cannot change the document', () => {
  expect(drawCurves(chart([[1, 5]]))).toContain('Lists &lt;of> skills')
})

test('a value that a logarithmic axis cannot show is refused, and so is a chart without points', () => {
  expect(() => drawCurves(chart([[1, 0]]))).toThrow('cannot show 0')
  expect(() => drawCurves(chart([]))).toThrow('has no points')
})
