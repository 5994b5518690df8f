import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertySeed } from './property-seed.ts'

test('every property test has one fixed seed, unless FAST_CHECK_SEED sets another', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(propertySeed(process.env.FAST_CHECK_SEED))
  expect(propertySeed(undefined)).toBeTypeOf('number')
  expect(propertySeed('')).toBe(propertySeed(undefined))
})

test('FAST_CHECK_SEED is an integer, or `random` for a new seed in each property', () => {
  expect(propertySeed('-1234567')).toBe(-1234567)
  expect(propertySeed('random')).toBeUndefined()
  for (const setting of ['Random', '1.5', '1e3', '12345678901', ' ']) {
    expect(() => propertySeed(setting)).toThrow('FAST_CHECK_SEED')
  }
})
