import { expect, it } from 'vitest'
import { ErrorCode } from '#runner/contract/errors.ts'
import { durationText, fuelTone, lookOf, stateName } from './execution-words.ts'

it('shows the reason of each failure in place of "Failed"', () => {
  const texts = ErrorCode.options.map((error_code) => lookOf({ state: 'failed', error_code }).text)
  expect(new Set(texts).size).toBe(texts.length)
  expect(texts.filter((text) => /failed/i.test(text))).toEqual([])
})

it('shows a cancelled execution as cancelled, without the look of a failure', () => {
  expect(lookOf({ state: 'cancelled', error_code: 'CANCELLED' })).toMatchObject({ text: 'Cancelled', tone: 'plain' })
  expect([stateName('failed'), stateName('cancelled')]).toEqual(['Failed', 'Cancelled'])
})

it.each([
  [5, 5, 'plain'],
  [2.5, 5, 'plain'],
  [2.4, 5, 'warn'],
  [0, 5, 'stop'],
] as const)('%d of %d fuel left is shown as %s', (left, limit, tone) => {
  expect(fuelTone(left, limit)).toBe(tone)
})

it('writes times under a second in ms', () => {
  expect([0.4, 999.4, 999.6, 1000].map(durationText)).toEqual(['0 ms', '999 ms', '1.00 s', '1.00 s'])
})
