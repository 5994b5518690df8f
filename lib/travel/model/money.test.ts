import { describe, expect, test } from 'vitest'
import { listWriter, wholeCurrencies } from './currencies-writer.ts'
import { formatPrice, minorDigits, priceWriter } from './money.ts'

test('ISO 4217 determines the digits', () => {
  expect(['USD', 'JPY', 'KWD', 'AWG'].map(minorDigits)).toEqual([2, 0, 3, 2])
})

describe('displayed prices', () => {
  test.each([
    [847, 'USD', 'en-US', '$847'],
    [99.5, 'USD', 'en-US', '$99.50'],
    [99.999, 'USD', 'en-US', '$100'],
    [100, 'USD', 'en-US', '$100'],
    [1590.78, 'EUR', 'de-DE', '1.591\u00a0€'],
    [84700, 'JPY', 'ja-JP', '￥84,700'],
    [99, 'JPY', 'en-US', '¥99'],
    [12.5, 'KWD', 'en-US', 'KWD\u00a012.500'],
  ])('%d %s in %s is %s', (amount, currency, locale, text) => {
    expect(formatPrice(amount, currency, locale)).toBe(text)
  })
})

describe('prices side by side', () => {
  test.each([
    [
      [1816, 24.2],
      ['$1,816.00', '$24.20'],
    ],
    [
      [1816.4, 240],
      ['$1,816', '$240'],
    ],
    [
      [99.999, 240],
      ['$100', '$240'],
    ],
  ])('writes %j all with decimals or all without', (amounts, texts) => {
    expect(amounts.map(priceWriter(amounts, 'USD', 'en-US'))).toEqual(texts)
  })

  test('writes a smaller price with or without decimals, like the total beside it', () => {
    expect(priceWriter([240], 'EUR', 'en-US')(80)).toBe('€80')
  })

  test('writes each currency of a list with the decimals that its lowest price requires', () => {
    const inList = (amount: number, currency: string) => ({ amount, currency })
    const whole = wholeCurrencies([inList(94.28, 'EUR'), inList(1213, 'USD'), inList(210, 'EUR'), inList(340.5, 'USD')])
    expect(whole).toBe('USD')
    const writeIn = listWriter(whole, 'en-US')
    expect([94.28, 210].map(writeIn('EUR'))).toEqual(['€94.28', '€210.00'])
    expect([1213, 340.5].map(writeIn('USD'))).toEqual(['$1,213', '$341'])
  })
})
