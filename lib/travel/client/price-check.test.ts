import { expect, test } from 'vitest'
import { comparePrice } from './price-check.ts'

const euros = (amount: number) => ({ price: { amount, currency: 'EUR' } })
const dollars = (amount: number) => ({ price: { amount, currency: 'USD' } })

test.each([
  ['same', [euros(100)], { state: 'same' }],
  ['same, beside a higher price', [euros(120), euros(100)], { state: 'same' }],
  ['higher', [euros(120), euros(130)], { state: 'changed', now: { amount: 120, currency: 'EUR' } }],
  ['lower', [euros(100), euros(90)], { state: 'changed', now: { amount: 90, currency: 'EUR' } }],
  ['gone', [], { state: 'gone' }],
  ['gone in this currency', [dollars(100)], { state: 'gone' }],
])('a price of 100 euros is %s', (_, newer, expected) => {
  expect(comparePrice(euros(100), newer)).toEqual(expected)
})
