import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimeLimit } from './time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const clock = { monotonic: () => Date.now() }

test('aborts at the limit, and does not count paused time', () => {
  using limit = createTimeLimit(1000, clock)
  vi.advanceTimersByTime(400)
  limit.pause()
  limit.pause()
  vi.advanceTimersByTime(60_000)
  expect([limit.leftMs(), limit.usedMs(), limit.signal.aborted]).toEqual([600, 400, false])
  limit.resume()
  limit.resume()
  vi.advanceTimersByTime(599)
  expect([limit.leftMs(), limit.signal.aborted]).toEqual([1, false])
  vi.advanceTimersByTime(1)
  expect(limit.signal.reason).toEqual({ code: 'TIMEOUT' })
})

test('aborts with its caller’s signal, even while paused', () => {
  const caller = new AbortController()
  using limit = createTimeLimit(1000, clock, caller.signal)
  limit.pause()
  caller.abort()
  expect(limit.signal.reason).toEqual({ code: 'CANCELLED' })
  using late = createTimeLimit(1000, clock, caller.signal)
  expect(late.signal.reason).toEqual({ code: 'CANCELLED' })
})

test('stops its timer when disposed', () => {
  createTimeLimit(1000, clock)[Symbol.dispose]()
  expect(vi.getTimerCount()).toBe(0)
})

test('aborts when disposed, but keeps the reason of an earlier abort', () => {
  const limit = createTimeLimit(1000, clock)
  limit[Symbol.dispose]()
  expect(limit.signal.reason).toEqual({ code: 'CANCELLED' })
  const late = createTimeLimit(1000, clock)
  vi.advanceTimersByTime(1000)
  late[Symbol.dispose]()
  expect(late.signal.reason).toEqual({ code: 'TIMEOUT' })
})
