import { cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bucket } from '#lib/console/model/console-overview.ts'
import { SeriesChart } from './series-chart.tsx'
import { quietOverview } from './testing/quiet-overview.ts'

const day = (date: string, counts: number[], failed = 0): Bucket => ({ from: `${date}T00:00:00.000Z`, counts, failed })

function draw(buckets: Bucket[]) {
  const executions = buckets.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)
  const failed = buckets.reduce((sum, bucket) => sum + bucket.failed, 0)
  const total = { ...quietOverview.total, executions, failed }
  return render(<SeriesChart overview={{ ...quietOverview, buckets, total }} />).container
}
const numbers = (element: Element, name: string) => Number(element.getAttribute(name))
const textsOf = (container: Element, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)

test('each bar has its label and its count, and the chart is described in words', () => {
  const container = draw([day('2026-11-19', [3, 4]), day('2026-11-20', [0, 0]), day('2026-11-21', [1200, 5], 2)])
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Executions, each day, last 14 days: 1212, of which 2 failed.',
  )
  expect(textsOf(container, '.overview-label')).toEqual(['Thu 19', 'Fri 20', 'Sat 21'])
  expect(textsOf(container, 'g:not(.is-failed) > .overview-count')).toEqual(['7', '1,205'])
  expect(textsOf(container, '.is-failed > .overview-count')).toEqual(['2'])
  expect(textsOf(container, '.overview-tick')).toEqual(['0', '500', '1,000', '1,500'])
})

test('without failures, there is no part for them', () => {
  expect(textsOf(draw([day('2026-11-19', [3])]), '.is-failed, .overview-failed-label')).toEqual([])
})

test('bars are stacked without gaps, as high as their counts, and never above the highest of at most five ticks', () => {
  const buckets = fc.array(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(buckets, (all) => {
      const container = draw(
        all.map((counts, at) => day(new Date(Date.UTC(2026, 10, 7 + at)).toISOString().slice(0, 10), counts)),
      )
      const lines = [...container.querySelectorAll('.overview-tick line')].map((line) => numbers(line, 'y1'))
      expect(lines.length).toBeLessThanOrEqual(5)
      const [ground = 0, top = 0] = [lines[0], lines.at(-1)]
      const highest = Number(textsOf(container, '.overview-tick text').at(-1)?.replaceAll(',', ''))
      const bars = [...container.querySelectorAll('.overview-plot > g')]
      all.forEach((counts, at) => {
        const rects = [...(bars[at]?.querySelectorAll('rect') ?? [])]
        expect(rects).toHaveLength(counts.filter((count) => count > 0).length)
        let foot = ground
        for (const rect of rects) {
          expect(numbers(rect, 'y') + numbers(rect, 'height')).toBeCloseTo(foot)
          foot = numbers(rect, 'y')
        }
        const sum = counts.reduce((total, count) => total + count, 0)
        expect(ground - foot).toBeCloseTo(((ground - top) * sum) / highest)
        expect(foot).toBeGreaterThanOrEqual(top - 1e-6)
      })
      cleanup()
    }),
    { numRuns: 30 },
  )
})
