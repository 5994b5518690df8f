import { afterEach, expect, test, vi } from 'vitest'
import { keepWhileUsed } from './keep-while-used.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a value is kept while it is used, and forgotten after five minutes without use', () => {
  vi.useFakeTimers()
  let made = 0
  const value = keepWhileUsed(() => ++made)
  expect(value()).toBe(1)
  vi.advanceTimersByTime(4 * 60_000)
  expect(value()).toBe(1)
  vi.advanceTimersByTime(4 * 60_000)
  expect(value()).toBe(1)
  vi.advanceTimersByTime(5 * 60_000)
  expect(value()).toBe(2)
})
