import { describe, expect, test } from 'vitest'
import { createDemand } from './demand.ts'

const minuteMs = 60_000
const wantedAfter = (uses: readonly number[], nowMs: number) => {
  const demand = createDemand()
  for (const at of uses) demand.used(at)
  return demand.wanted(nowMs)
}

describe('the number of containers wanted', () => {
  test.each([
    ['is 0 before the first use', [], 0, 0],
    ['is 1 after the first use', [0], 1, 1],
    ['is 1 while uses are far apart', [0, 2000, 4000], 5000, 1],
    ['is the number of uses within a second', [0, 300, 600], 2000, 3],
    ['is at most 4', [0, 1, 2, 3, 4, 5, 6, 7], 10, 4],
    ['is the maximum of the last five minutes, not the latest number', [0, 1, 2, 2 * minuteMs], 3 * minuteMs, 3],
    ['decreases when the maximum is more than five minutes old', [0, 1, 2, 2 * minuteMs], 6 * minuteMs, 1],
    ['is 0 after five minutes without use', [0, 1, 2], 5 * minuteMs + 2, 0],
  ])('%s', (_, uses, nowMs, wanted) => {
    expect(wantedAfter(uses, nowMs)).toBe(wanted)
  })
})
