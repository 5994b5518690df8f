import { performance } from 'node:perf_hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { collectWhenIdle } from './keep-house.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  [0.01, 1],
  [0.2, 0],
])('a process that worked for %d of the last minutes collects %i times', (utilization, times) => {
  vi.useFakeTimers()
  const gc = vi.fn()
  vi.stubGlobal('gc', gc)
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ utilization, idle: 0, active: 0 })
  using opened = new DisposableStack()
  collectWhenIdle(opened)
  vi.advanceTimersByTime(2 * 60_000)
  expect(gc).toHaveBeenCalledTimes(times)
})
