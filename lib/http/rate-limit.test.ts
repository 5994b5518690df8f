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

it('lets further uses of one key wait for their turn, and refuses those beyond the points of the policy', async () => {
  const limits = createRateLimits({ policies: { search: { points: 2, durationS: 60, atOnce: 1 } } })
  const { signal } = new AbortController()
  const order: number[] = []
  const enter = async (number: number) => {
    const entered = await limits.enter('search', 'ana', signal)
    if (entered.ok) order.push(number)
    return entered
  }
  const first = await enter(1)
  const waiting = [enter(2), enter(3)]
  expect(await enter(4)).toEqual({ ok: false, retryAfterMs: 60_000 })
  expect((await limits.enter('search', 'ben', signal)).ok).toBe(true)
  expect(order).toEqual([1])
  for (const entered of [first, ...waiting]) {
    const turn = await entered
    if (turn.ok) turn.turn[Symbol.dispose]()
  }
  expect(order).toEqual([1, 2, 3])
})

it('lets no use wait under a policy without a maximum at once', async () => {
  const limits = createRateLimits({ policies })
  const { signal } = new AbortController()
  const all = Array.from({ length: 100 }, () => limits.enter('guest', 'ana', signal))
  expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true)
})
