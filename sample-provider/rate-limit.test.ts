import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter, documentedPace, pausingPace } from './rate-limit.ts'

describe('the documented limit', () => {
  test('refuses an immediate second request, and admits it after the interval', () => {
    const admit = createRateLimiter(documentedPace)
    expect([admit(1000), admit(1001), admit(1100)]).toEqual([true, false, true])
  })

  test('does not count a refused request', () => {
    const admit = createRateLimiter(documentedPace)
    admit(0)
    for (let now = 1; now < 40; now++) expect(admit(now)).toBe(false)
    expect(admit(100)).toBe(true)
  })

  test('never refuses a client that sends every 100 ms, with network delays of up to 60 ms', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 20, maxLength: 60 }), (delays) => {
        const admit = createRateLimiter(documentedPace)
        const arrivals = delays.map((delay, nth) => nth * 100 + delay)
        expect(arrivals.filter((now) => !admit(now))).toEqual([])
      }),
    )
  })

  test('never exceeds the rate in the long run', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 50, maxLength: 200 }), (gaps) => {
        const admit = createRateLimiter(documentedPace)
        let now = 0
        let admitted = 0
        for (const gap of gaps) {
          now += gap
          if (admit(now)) admitted++
        }
        expect(admitted).toBeLessThanOrEqual(Math.floor((now + 60) / 100) + 1)
      }),
    )
  })
})

test('requests that were sent every 25 ms are admitted together after a pause of up to two seconds', () => {
  const admit = createRateLimiter(pausingPace)
  expect(Array.from({ length: 80 }, () => admit(2000))).not.toContain(false)
  expect([admit(2000), admit(2000), admit(2025), admit(2025)]).toEqual([true, false, true, false])
})
