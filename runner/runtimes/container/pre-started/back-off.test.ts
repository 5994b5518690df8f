import { expect, test } from 'vitest'
import { createBackOff } from './back-off.ts'

test('waits longer after each failure, up to five minutes, and asks for a log line only for the first failure', () => {
  let nowMs = 0
  const backOff = createBackOff(() => nowMs)
  expect(backOff.isOn()).toBe(false)
  const waits = Array.from({ length: 10 }, (_, index) => {
    expect(backOff.failed()).toBe(index === 0)
    const from = nowMs
    while (backOff.isOn()) nowMs += 1000
    return nowMs - from
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map((seconds) => seconds * 1000))
  expect([backOff.worked(), backOff.worked()]).toEqual([true, false])
  expect(backOff.failed()).toBe(true)
})
