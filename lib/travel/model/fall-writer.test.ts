import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fallWriter } from './fall-writer.ts'

const written = (fallen: number, before: number | undefined, currency = 'USD') => {
  const write = fallWriter(fallen, { first: before }, currency, 'en-US')
  return [write(fallen), before === undefined ? undefined : write(before)]
}

test.each([
  [400, 500, 'USD', '$400', '$500'],
  [399.6, 400, 'USD', '$399.60', '$400.00'],
  [400.2, 400.4, 'USD', '$400.20', '$400.40'],
  [399.4, 399.6, 'USD', '$399', '$400'],
  [95, 120, 'USD', '$95.00', '$120.00'],
  [40_000, 40_001, 'JPY', '¥40,000', '¥40,001'],
  [120.199, 120.2, 'KWD', 'KWD 120.199', 'KWD 120.200'],
  // A price that rose above the earlier one is no fall, so it needs no decimals.
  [550.2, 550, 'USD', '$550', '$550'],
] as const)('a fall from %f to %f in %s is written %s and %s', (fallen, before, currency, ...texts) => {
  const plain = written(fallen, before, currency).map((text) => text?.replace('\u00a0', ' '))
  expect(plain).toEqual(texts)
})

test('without an earlier price, the price is written like any other', () => {
  expect(written(399.6, undefined)).toEqual(['$400', undefined])
})

test('a price below the limit that the person set never looks like the limit', () => {
  expect(fallWriter(399.6, { first: 450, limit: 400 }, 'USD', 'en-US')(399.6)).toBe('$399.60')
  expect(fallWriter(399.6, { first: undefined, limit: 400 }, 'USD', 'en-US')(399.6)).toBe('$399.60')
  expect(fallWriter(380.2, { first: 450, limit: 400 }, 'USD', 'en-US')(380.2)).toBe('$380')
})

test('a price and a higher one never look equal', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 500 }), (fallen, more) => {
      const [now, before] = written(fallen / 100, (fallen + more) / 100)
      expect(now).not.toBe(before)
    }),
  )
})
