import { expect, test } from 'vitest'
import { absentLine, linesOf, timesOf, valuesOf } from './measure.ts'

test('linesOf writes bench, subject, metric, value, unit and n, and skips unknown and missing metrics', () => {
  expect(linesOf({ bench: 'hello', subject: 'quickjs' }, 7, { p50: 0.1, rate: 9, rss: 12, other: 1 })).toEqual([
    { bench: 'hello', subject: 'quickjs', metric: 'p50', value: 0.1, unit: 'ms', n: 7 },
    { bench: 'hello', subject: 'quickjs', metric: 'rate', value: 9, unit: '/s', n: 7 },
    { bench: 'hello', subject: 'quickjs', metric: 'rss', value: 12, unit: 'bytes', n: 7 },
  ])
})

test('absentLine writes the reason and a null value', () => {
  expect(JSON.parse(JSON.stringify(absentLine({ bench: 'hello', subject: 'x' }, 'p50', 'why')))).toEqual({
    bench: 'hello',
    subject: 'x',
    metric: 'p50',
    value: null,
    unit: 'ms',
    n: 0,
    absent: 'why',
  })
})

test.each([
  [10, 1],
  [10, 3],
  [2, 5],
])('timesOf makes exactly %i runs, at most %i at once', async (n, atOnce) => {
  let running = 0
  let most = 0
  const { each } = await timesOf(n, atOnce, async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  })
  expect(each).toHaveLength(n)
  expect(each).toEqual([...each].sort((a, b) => a - b))
  expect(most).toBe(Math.min(n, atOnce))
})

test('timesOf rejects if a run fails', async () => {
  await expect(timesOf(5, 2, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})

test('valuesOf returns percentiles of the run times and the overall rate', () => {
  const each = Array.from({ length: 200 }, (_, at) => at + 1)
  expect(valuesOf({ each, totalMs: 2000 })).toEqual({ p50: 100, p99: 198, rate: 100 })
})
