import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

describe('the documented limits', () => {
  test('a second request at once is refused, and after the interval admitted', () => {
    const limiter = createRateLimiter()
    expect(limiter.admit('a', 1000)).toBe(true)
    expect(limiter.admit('a', 1001)).toBe(false)
    expect(limiter.admit('a', 1100)).toBe(true)
  })

  test('clients do not share a limit', () => {
    const limiter = createRateLimiter()
    expect(limiter.admit('a', 0)).toBe(true)
    expect(limiter.admit('b', 0)).toBe(true)
  })

  test('a refused request does not delay the next one', () => {
    const limiter = createRateLimiter()
    limiter.admit('a', 0)
    for (let now = 1; now < 40; now++) expect(limiter.admit('a', now)).toBe(false)
    expect(limiter.admit('a', 100)).toBe(true)
  })

  test('the rate holds where no interval is asked for', () => {
    const limiter = createRateLimiter({ perSecond: 10, minIntervalMs: 0, toleranceMs: 0 })
    const admitted = Array.from({ length: 30 }, () => limiter.admit('a', 5000)).filter(Boolean)
    expect(admitted).toHaveLength(10)
    expect(limiter.admit('a', 5100)).toBe(true)
    expect(limiter.admit('a', 5100)).toBe(false)
  })

  test('a client that sends every 100 ms is never refused, though the network delays each request by up to 60 ms', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 20, maxLength: 60 }), (delays) => {
        const limiter = createRateLimiter()
        const arrivals = delays.map((delay, nth) => nth * 100 + delay)
        expect(arrivals.filter((now) => !limiter.admit('a', now))).toEqual([])
      }),
    )
  })

  test('no client gets more than the rate in the long run', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 50, maxLength: 200 }), (gaps) => {
        const limiter = createRateLimiter()
        let now = 0
        let admitted = 0
        for (const gap of gaps) {
          now += gap
          if (limiter.admit('a', now)) admitted++
        }
        expect(admitted).toBeLessThanOrEqual(Math.floor((now + 60) / 100) + 1)
      }),
    )
  })
})
