import { expect, it } from 'vitest'
import { usualCurrency } from './usual-currency.ts'

it.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'EUR'],
  ['de', 'EUR'],
  ['de-CH', 'CHF'],
  ['en-US,en;q=0.9', 'USD'],
  ['en-GB', 'GBP'],
  ['ja', 'JPY'],
  ['nl-AW', 'AWG'],
  ['es-MX', 'MXN'],
  ['pl', 'PLN'],
  ['hr-HR', 'EUR'],
  ['xx-XX,ja', 'JPY'],
  ['*', 'USD'],
  ['', 'USD'],
  [null, 'USD'],
])('a browser that accepts %s gets prices in %s', (header, currency) => {
  expect(usualCurrency(header)).toBe(currency)
})
