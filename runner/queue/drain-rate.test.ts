import { expect, test } from 'vitest'
import { createDrainRate } from './drain-rate.ts'

function rate() {
  let now = 0
  const drain = createDrainRate(() => now)
  return { drain, pass: (ms: number) => (now += ms) }
}

test('an estimate follows the recent pace, between one second and one minute', () => {
  const { drain, pass } = rate()
  expect(drain.estimateMs(100)).toBe(1000)
  drain.ended(true)
  for (let n = 0; n < 200; n += 1) {
    pass(50)
    drain.ended(true)
  }
  expect(drain.estimateMs(100)).toBe(5000)
  expect(drain.estimateMs(1)).toBe(1000)
  expect(drain.estimateMs(1e6)).toBe(60_000)
})

test('ignores gaps in which no execution waited', () => {
  const { drain, pass } = rate()
  drain.ended(false)
  pass(1e6)
  drain.ended(true)
  pass(20)
  drain.ended(true)
  expect(drain.estimateMs(100)).toBe(2000)
})
