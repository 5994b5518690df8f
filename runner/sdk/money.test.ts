import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMoney, minorDigits } from './money.ts'

const currencies = { 0: 'JPY', 2: 'USD', 3: 'KWD' } as const
const moneyWith = (digits: 0 | 2 | 3) => {
  const money = createMoney(currencies[digits])
  if (money === undefined) throw new Error('no currency')
  return money
}
const amountOf = (value: unknown, digits: 0 | 2 | 3) => moneyWith(digits).read(value)?.amount

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
  ['17.400000000000002', 2, 17.4],
  ['342.42999999999995', 2, 342.43],
  ['19.899999999999998578914528479799628257751464843750', 2, 19.9],
] as const)('%j with %i digits is %d', (text, digits, amount) => {
  expect(amountOf(text, digits)).toBe(amount)
})

test.each(['', ' ', '-1.00', '+1', '1e3', '1,590.78', 'NaN', 'Infinity', '0x10', '1.', '.5', '1.2.3', '1234567890123'])(
  'rejects the amount %j',
  (text) => {
    expect(amountOf(text, 2)).toBeUndefined()
  },
)

test.each([null, undefined, true, {}, [], -1, Number.NaN, Number.POSITIVE_INFINITY])(
  'rejects the amount %j',
  (value) => {
    expect(amountOf(value, 2)).toBeUndefined()
  },
)

test.each([
  [0.1 + 0.2, 0.3],
  [17.400000000000002, 17.4],
  [342.43000000000006, 342.43],
  [1.005, 1.01],
  [1e-14, 0],
])('reads the number %d without the residue of binary fractions', (value, amount) => {
  expect(amountOf(value, 2)).toBe(amount)
})

test('minor digits of a currency follow ISO 4217', () => {
  expect(['USD', 'EUR', 'JPY', 'KWD', 'ISK'].map(minorDigits)).toEqual([2, 2, 0, 3, 0])
})

test.each([undefined, null, '', 'usd', 'US', 'USDX', 840])('rejects the currency %j', (value) => {
  expect(createMoney(value)).toBeUndefined()
})

test('an amount in minor units survives formatting and parsing, with any trailing zeros', () => {
  const amounts = fc.constantFrom(0 as const, 2 as const, 3 as const).chain((digits) =>
    fc.tuple(
      fc.constant(digits),
      fc.maxSafeNat().map((units) => units % 10 ** (12 + digits)),
    ),
  )
  fc.assert(
    fc.property(amounts, fc.integer({ min: 0, max: 4 }), ([digits, units], zeros) => {
      const text = String(units).padStart(digits + 1, '0')
      const whole = text.slice(0, text.length - digits)
      const fraction = text.slice(text.length - digits) + '0'.repeat(zeros)
      const decimal = fraction === '' ? whole : `${whole}.${fraction}`
      expect(moneyWith(digits).parse(decimal)).toBe(units)
      expect(amountOf(decimal, digits)).toBe(Number(`${units}e-${digits}`))
    }),
  )
})

test('sums of cents are exact', () => {
  const money = moneyWith(2)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 20 }), (cents) => {
      const sum = cents.reduce((total, each) => total + (money.parse((each / 100).toFixed(2)) ?? Number.NaN), 0)
      expect(money.price(sum).amount).toBe(Number(`${cents.reduce((total, each) => total + each, 0)}e-2`))
    }),
  )
})
