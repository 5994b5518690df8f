import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HistoryPoint, keptMs, maxRecent, pointsToDelete, wholeMs } from './price-history.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')
const dayMs = 86_400_000
const dayOf = ({ at }: HistoryPoint) => at.toISOString().slice(0, 10)

const point: fc.Arbitrary<HistoryPoint> = fc.record({
  at: fc.integer({ min: 0, max: 250 * dayMs }).map((age) => new Date(nowMs - age)),
  skill: fc.constantFrom('a', 'b', 'c'),
  amount: fc.integer({ min: 1, max: 300 }),
  currency: fc.constantFrom('USD', 'EUR'),
  data: fc.constantFrom('live' as const, 'sample' as const),
})
const history = fc.uniqueArray(point, {
  maxLength: 300,
  selector: ({ at, skill }) => `${at.getTime()} ${skill}`,
})
const thinned = (points: readonly HistoryPoint[]): HistoryPoint[] => {
  const gone = new Set(pointsToDelete(points, nowMs))
  return points.filter((one) => !gone.has(one))
}

test('keeps the lowest price of each older day in each currency and kind of data, and nothing above it', () => {
  fc.assert(
    fc.property(history, (points) => {
      const kept = thinned(points)
      const older = points.filter(({ at }) => at.getTime() <= nowMs - wholeMs && at.getTime() > nowMs - keptMs)
      for (const one of older) {
        const sameDay = (other: HistoryPoint) =>
          dayOf(other) === dayOf(one) && other.currency === one.currency && other.data === one.data
        const left = kept.filter((other) => sameDay(other) && older.includes(other))
        const lowest = Math.min(...older.filter(sameDay).map(({ amount }) => amount))
        expect(left.map(({ amount }) => amount)).toEqual([lowest])
      }
    }),
  )
})

test('keeps every recent price and no price that is too old', () => {
  fc.assert(
    fc.property(history, (points) => {
      const kept = thinned(points)
      expect(kept.filter(({ at }) => at.getTime() > nowMs - wholeMs)).toEqual(
        points.filter(({ at }) => at.getTime() > nowMs - wholeMs),
      )
      expect(kept.every(({ at }) => at.getTime() > nowMs - keptMs)).toBe(true)
    }),
  )
})

test('thinning again deletes nothing, and the order of the points does not matter', () => {
  const inOrder = (points: readonly HistoryPoint[]) =>
    points.map(({ at, skill }) => `${at.toISOString()} ${skill}`).toSorted()
  fc.assert(
    fc.property(history, (points) => {
      const kept = thinned(points)
      expect(pointsToDelete(kept, nowMs)).toEqual([])
      expect(inOrder(thinned(points.toReversed()))).toEqual(inOrder(kept))
    }),
  )
})

test('limits the number of recent prices', () => {
  const flood = Array.from({ length: 5000 }, (_, at) => ({
    at: new Date(nowMs - at * 1000),
    skill: 'a',
    amount: at,
    currency: 'USD',
    data: 'live' as const,
  }))
  expect(thinned(flood).length).toBeLessThanOrEqual(maxRecent + 2)
})
