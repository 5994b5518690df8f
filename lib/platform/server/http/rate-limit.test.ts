import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRateLimits } from './rate-limit.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const policies = { search: { points: 2, durationS: 60 }, guest: { points: 1, durationS: 1 } }

it('refuses a use beyond the limit and returns the wait', async () => {
  const limits = createRateLimits({ policies })
  expect(await limits.take('search', 'ana')).toEqual({ ok: true })
  expect(await limits.take('search', 'ana')).toEqual({ ok: true })
  vi.advanceTimersByTime(15_000)
  expect(await limits.take('search', 'ana')).toEqual({ ok: false, retryAfterMs: 45_000 })
  vi.advanceTimersByTime(45_001)
  expect(await limits.take('search', 'ana')).toEqual({ ok: true })
})

it('counts each key and each policy separately', async () => {
  const limits = createRateLimits({ policies })
  await limits.take('guest', 'ana')
  expect((await limits.take('guest', 'ana')).ok).toBe(false)
  expect((await limits.take('guest', 'ben')).ok).toBe(true)
  expect((await limits.take('search', 'ana')).ok).toBe(true)
})

it('restarts the count of a forgotten key', async () => {
  const limits = createRateLimits({ policies })
  await limits.take('guest', 'ana')
  await limits.forget('guest', 'ana')
  expect((await limits.take('guest', 'ana')).ok).toBe(true)
})

it('keeps a bounded number of keys and forgets the least recently used', async () => {
  const limits = createRateLimits({ policies, maxKeys: 2 })
  await limits.take('guest', 'first')
  await limits.take('guest', 'second')
  await limits.take('guest', 'third')
  expect((await limits.take('guest', 'second')).ok).toBe(false)
  expect((await limits.take('guest', 'third')).ok).toBe(false)
  expect((await limits.take('guest', 'first')).ok).toBe(true)
  expect(vi.getTimerCount()).toBe(2)
})
