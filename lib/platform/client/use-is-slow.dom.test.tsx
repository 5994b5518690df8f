import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useIsSlow } from './use-is-slow.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const waiting = () => renderHook(({ isWaiting }) => useIsSlow(isWaiting), { initialProps: { isWaiting: true } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a wait is slow after 300 ms, and not before', () => {
  const { result } = waiting()
  pass(299)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})

test('a wait that ends within 300 ms is never slow', () => {
  const { result, rerender } = waiting()
  pass(200)
  rerender({ isWaiting: false })
  pass(1000)
  expect(result.current).toBe(false)
})

test('the next wait starts from zero', () => {
  const { result, rerender } = waiting()
  pass(300)
  rerender({ isWaiting: false })
  expect(result.current).toBe(false)
  rerender({ isWaiting: true })
  expect(result.current).toBe(false)
})
