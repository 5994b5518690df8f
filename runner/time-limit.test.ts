import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTimeLimit } from './time-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const clock = { monotonic: () => Date.now() }

test('ends an execution at its limit, without the time that it waited for a worker', () => {
  using limit = createTimeLimit(1000, clock)
  vi.advanceTimersByTime(400)
  limit.pause()
  limit.pause()
  vi.advanceTimersByTime(60_000)
  expect([limit.leftMs(), limit.signal.aborted]).toEqual([600, false])
  limit.resume()
  limit.resume()
  vi.advanceTimersByTime(599)
  expect([limit.leftMs(), limit.signal.aborted]).toEqual([1, false])
  vi.advanceTimersByTime(1)
  expect(limit.signal.reason).toEqual({ code: 'TIMEOUT' })
})

test('ends with its caller, also while it is paused', () => {
  const caller = new AbortController()
  using limit = createTimeLimit(1000, clock, caller.signal)
  limit.pause()
  caller.abort()
  expect(limit.signal.reason).toEqual({ code: 'CANCELLED' })
  using late = createTimeLimit(1000, clock, caller.signal)
  expect(late.signal.reason).toEqual({ code: 'CANCELLED' })
})

test('leaves no timer behind', () => {
  createTimeLimit(1000, clock)[Symbol.dispose]()
  expect(vi.getTimerCount()).toBe(0)
})

test('aborts when it is disposed, and keeps an earlier reason', () => {
  const limit = createTimeLimit(1000, clock)
  limit[Symbol.dispose]()
  expect(limit.signal.reason).toEqual({ code: 'CANCELLED' })
  const late = createTimeLimit(1000, clock)
  vi.advanceTimersByTime(1000)
  late[Symbol.dispose]()
  expect(late.signal.reason).toEqual({ code: 'TIMEOUT' })
})
