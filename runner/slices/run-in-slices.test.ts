import { expect, test } from 'vitest'
import { withFairKey } from '../queue/fair-key.ts'
import { runInSlices } from './run-in-slices.ts'

test('a slice of one caller waits for the slice in progress and at most one more of another, who has 300 long works', async () => {
  const slices: string[] = []
  let isOver = false
  /** Each step takes a whole slice. */
  function* work(name: string, steps: number): Generator<void, string> {
    for (let step = 0; step < steps && !isOver; step += 1) {
      slices.push(name)
      for (const began = performance.now(); performance.now() - began < 6; );
      yield
    }
    return name
  }
  const flood = withFairKey('a', () => Array.from({ length: 300 }, () => runInSlices(work('a', 10))))
  expect(await withFairKey('b', () => runInSlices(work('b', 4)))).toBe('b')
  isOver = true
  const between = slices.join('').split('b').slice(1, -1)
  expect(between).toHaveLength(3)
  expect(between.every((others) => others.length <= 2)).toBe(true)
  await Promise.all(flood)
})
