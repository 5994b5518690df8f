import { expect, test } from 'vitest'
import { hotelRules } from './hotel-rules.ts'

const part = { price: { amount: 5, currency: 'EUR' } }
const offer = { check_in: '2027-03-12', check_out: '2027-03-15', ...part, price_parts: [part] }
const charges = (count: number, amount: number) => ({
  ...offer,
  unpriced_charges: Array.from({ length: count }, () => ({ price: { amount, currency: 'CLF' } })),
})
const nothing = { price: { amount: 0, currency: 'EUR' } }

test.each([
  ['no charges', offer],
  ['the largest number of charges of the highest amount', charges(60, 10_000_000_000)],
  ['a charge without an amount', { ...offer, unpriced_charges: [{}] }],
])('accepts an offer with %s', (_, given) => {
  expect(hotelRules(given)).toEqual([])
})

test.each([
  ['too many charges', charges(61, 1), { path: ['unpriced_charges'], message: 'are more than 60' }],
  [
    'a charge that is too high',
    charges(1, 10_000_000_001),
    { path: ['unpriced_charges'], message: 'have an amount above 10000000000' },
  ],
  [
    'too many price parts',
    { ...offer, price_parts: [part, ...Array.from({ length: 60 }, () => nothing)] },
    { path: ['price_parts'], message: 'are more than 60' },
  ],
])('rejects an offer with %s and names the field', (_, given, problem) => {
  expect(hotelRules(given)).toEqual([problem])
})
