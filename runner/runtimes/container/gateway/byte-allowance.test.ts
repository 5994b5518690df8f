import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteAllowance } from './byte-allowance.ts'

test('never exceeds the rate plus one burst, and does not delay traffic within this limit', async () => {
  let undelayed = 0
  const sizes = fc.array(fc.record({ bytes: fc.nat({ max: 400 }), pauseMs: fc.nat({ max: 800 }) }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(sizes, async (steps) => {
      let nowMs = 0
      const spend = createByteAllowance({
        bytesPerSecond: 1000,
        burstBytes: 500,
        after: (ms, work) => {
          nowMs += ms
          work()
          return () => {}
        },
        monotonic: () => nowMs,
      })
      let sent = 0
      for (const { bytes, pauseMs } of steps) {
        nowMs += pauseMs
        sent += bytes
        const beforeMs = nowMs
        await spend(bytes)
        expect(sent).toBeLessThanOrEqual(500 + nowMs + 1e-6)
        // After such a pause the whole burst is available.
        if (bytes > 500 || pauseMs < 500) continue
        expect(nowMs).toBe(beforeMs)
        undelayed += 1
      }
    }),
  )
  expect(undelayed).toBeGreaterThan(0)
})
