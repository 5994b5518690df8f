import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasLuhnDigit } from './personal-data.ts'

const digits = fc.stringMatching(/^\d{1,18}$/)

/** From the standard: double every second digit, add up all digits, and complete the sum to a multiple of ten. */
function checkDigit(payload: string): number {
  const products = [...payload].reverse().map((digit, index) => String(Number(digit) * (index % 2 === 0 ? 2 : 1)))
  const sum = [...products.join('')].reduce((total, digit) => total + Number(digit), 0)
  return (10 - (sum % 10)) % 10
}

it('accepts exactly one check digit for any payload', () => {
  fc.assert(
    fc.property(digits, (payload) => {
      const accepted = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((last) => hasLuhnDigit(`${payload}${last}`))
      expect(accepted).toEqual([checkDigit(payload)])
    }),
  )
})

it('refuses any change of a single digit', () => {
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (payload, place, change) => {
      const number = `${payload}${checkDigit(payload)}`
      const at = place % number.length
      const changed = `${number.slice(0, at)}${(Number(number[at]) + change) % 10}${number.slice(at + 1)}`
      expect(hasLuhnDigit(changed)).toBe(false)
    }),
  )
})
