import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAmounts, minorDigits, parseAmount } from './money.ts'

test.each([
  ['1590.78', 2, 1590.78],
  ['847', 2, 847],
  ['0.00', 2, 0],
  ['1.005', 2, 1.01],
  ['1.004999', 2, 1],
  ['9.995', 2, 10],
  ['84700.50', 0, 84701],
  ['12.3456', 3, 12.346],
  [847.1, 2, 847.1],
])('%j with %i digits is %d', (text, digits, amount) => {
  expect(parseAmount(text, digits)).toBe(amount)
})

test.each(['', ' ', '-1.00', '+1', '1e3', '1,590.78', 'NaN', 'Infinity', '0x10', '1.', '.5', '1.2.3', '1234567890123'])(
  '%j is no amount',
  (text) => {
    expect(parseAmount(text, 2)).toBeUndefined()
  },
)

test.each([null, undefined, true, {}, [], -1, Number.NaN, Number.POSITIVE_INFINITY])('%j is no amount', (value) => {
  expect(parseAmount(value, 2)).toBeUndefined()
})

test('a currency has the digits of ISO 4217', () => {
  expect(['USD', 'EUR', 'JPY', 'KWD', 'ISK'].map(minorDigits)).toEqual([2, 2, 0, 3, 0])
})

test('an amount in minor units comes back exactly, whatever zeros follow', () => {
  const units = fc.integer({ min: 0, max: 99_999_999_999 })
  fc.assert(
    fc.property(units, fc.constantFrom(0, 2, 3), fc.integer({ min: 0, max: 4 }), (amount, digits, zeros) => {
      const text = String(amount).padStart(digits + 1, '0')
      const decimal = `${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}${'0'.repeat(zeros + 1)}`
      expect(parseAmount(decimal, digits)).toBe(Number(`${amount}e-${digits}`))
    }),
  )
})

test('a sum of cents has no drift', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 20 }), (cents) => {
      const sum = cents.reduce((total, each) => addAmounts(total, each / 100, 2), 0)
      expect(sum).toBe(Number(`${cents.reduce((total, each) => total + each, 0)}e-2`))
    }),
  )
})
