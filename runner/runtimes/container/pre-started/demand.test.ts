import { describe, expect, test } from 'vitest'
import { createDemand } from './demand.ts'

const minuteMs = 60_000
const wantedAfter = (uses: readonly number[], nowMs: number) => {
  const demand = createDemand()
  for (const at of uses) demand.used(at)
  return demand.wanted(nowMs)
}

describe('how many are wanted', () => {
  test.each([
    ['none before the first use', [], 0, 0],
    ['one after it', [0], 1, 1],
    ['one while uses are far apart', [0, 2000, 4000], 5000, 1],
    ['as many as came within a second', [0, 300, 600], 2000, 3],
    ['four at the most', [0, 1, 2, 3, 4, 5, 6, 7], 10, 4],
    ['the most of the last minutes, not the last', [0, 1, 2, 2 * minuteMs], 3 * minuteMs, 3],
    ['less once that is long ago', [0, 1, 2, 2 * minuteMs], 6 * minuteMs, 1],
    ['none when it was not used for five minutes', [0, 1, 2], 5 * minuteMs + 2, 0],
  ])('%s', (_, uses, nowMs, wanted) => {
    expect(wantedAfter(uses, nowMs)).toBe(wanted)
  })
})
