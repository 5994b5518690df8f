import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber, writeNumber } from './read-number.ts'

test.each([
  ['en-US', '399.50', 399.5],
  ['en-US', '1,500', 1500],
  ['en-US', '1,234,567.8', 1_234_567.8],
  ['en-US', '399,50', 399.5],
  ['de', '399,50', 399.5],
  ['de', '1.500', 1500],
  ['de', '1.500,25', 1500.25],
  ['de', '399.50', 399.5],
  ['es', '1.500', 1500],
  ['nl', '1.500', 1500],
  ['de-CH', '1’500', 1500],
  ['fr', '1 500,5', 1500.5],
  ['ja', ' 12000 ', 12_000],
  ['de', '-5', -5],
  ['de', '0.500', 0.5],
  // A price in Austria is "€ 1.500", though other numbers have spaces between thousands.
  ['de-AT', '1.500', 1500],
  ['de-AT', '1.500,25', 1500.25],
  ['de-AT', '1 500', 1500],
  ['de-AT', '399.50', 399.5],
  ['en-ZA', '1 500,5', 1500.5],
  ['en-IN', '1,00,000', 100_000],
  ['en-IN', '12,34,567.8', 1_234_567.8],
])('in %s, "%s" is %d', (locale, text, value) => {
  expect(readNumber(text, locale)).toBe(value)
})

test.each(['', 'x', '1e3', '--5', '1..5', '1.50.0', '12,34.5', '1,23,45', '0x10', 'Infinity'])(
  '"%s" is no number',
  (text) => {
    expect(['en-US', 'de'].map((locale) => readNumber(text, locale))).toEqual([Number.NaN, Number.NaN])
  },
)

test('reads every amount that it writes, in each locale', () => {
  const locales = fc.constantFrom('en-US', 'en-GB', 'en-IN', 'de', 'de-AT', 'de-CH', 'es', 'nl', 'ja', 'fr')
  const amounts = fc.integer({ min: 0, max: 10_000_000_000 }).map((thousandths) => thousandths / 1000)
  fc.assert(
    fc.property(locales, amounts, (locale, amount) => {
      expect(readNumber(writeNumber(amount, locale), locale)).toBe(amount)
    }),
  )
})
