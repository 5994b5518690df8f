import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawPriceHistory } from './price-history.ts'

const nowMs = Date.parse('2026-11-22T23:59:00Z')
const dayAgo = (ago: number) => new Date(nowMs - ago * 86_400_000).toISOString().slice(0, 10)

test('a day without a price breaks the line, and the last point is on the day of the last price', () => {
  const days = [3, 2, 0].map((ago, at) => ({ day: dayAgo(ago), amount: 100 + at }))
  const history = drawPriceHistory(days, nowMs, 5)
  expect(history?.lines.map((line) => line.replace(/[\d.]+/g, '0'))).toEqual(['M0 0H0V0H0', 'M0 0H0'])
  expect(history).toMatchObject({
    gaps: [
      { x: 0, width: 1 },
      { x: 3, width: 1 },
    ],
    last: { x: 4.5, isToday: true },
    missing: 2,
  })
})

test('the days before a search was saved are not gaps, except before an earlier price', () => {
  const gapsOf = (priced: number[], savedAgo: number) => {
    const days = priced.map((ago) => ({ day: dayAgo(ago), amount: 100 }))
    const history = drawPriceHistory(days, nowMs, 5, undefined, nowMs - savedAgo * 86_400_000)
    return [history?.missing, history?.gaps]
  }
  expect(gapsOf([0], 0)).toEqual([0, []])
  expect(gapsOf([0], 2)).toEqual([2, [{ x: 2, width: 2 }]])
  expect(gapsOf([3, 0], 1)).toEqual([2, [{ x: 2, width: 2 }]])
  expect(gapsOf([0], 40)).toEqual([4, [{ x: 0, width: 4 }]])
})

test('without a price in the shown days there is no chart', () => {
  expect(drawPriceHistory([], nowMs, 30)).toBeUndefined()
  expect(drawPriceHistory([{ day: dayAgo(30), amount: 1 }], nowMs, 30)).toBeUndefined()
})

test('every day is in a line or a gap, every point is in the chart, and a lower price is never drawn higher', () => {
  const ages = fc.uniqueArray(fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 5000 })), {
    minLength: 1,
    selector: ([age]) => age,
  })
  fc.assert(
    fc.property(ages, fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }), (given, limit) => {
      const days = given.toSorted(([a], [b]) => b - a).map(([age, amount]) => ({ day: dayAgo(age), amount }))
      const history = drawPriceHistory(days, nowMs, 30, limit)
      if (history === undefined) throw new Error('expected a chart')
      expect(history.gaps.reduce((sum, { width }) => sum + width, 0) + given.length).toBe(30)
      const ys = history.lines.flatMap((line) => [...line.matchAll(/(?:M\d+ |V)([\d.]+)/g)].map(([, y]) => Number(y)))
      expect(ys).toHaveLength(given.length)
      for (const y of ys) expect(y >= 0 && y <= history.height).toBe(true)
      for (const [at, { amount }] of days.entries())
        for (const [other, { amount: lower }] of days.entries())
          if (lower < amount) expect(ys[other]).toBeGreaterThanOrEqual(ys[at] ?? 0)
    }),
  )
})
