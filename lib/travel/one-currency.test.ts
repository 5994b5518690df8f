import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOneCurrency } from './one-currency.ts'

const priced = fc.record({ price: fc.record({ currency: fc.constantFrom('EUR', 'JPY', 'KWD') }) })
const list = fc.array(priced, { minLength: 1, maxLength: 30 })

describe('two currencies never stand in one comparison', () => {
  test('one currency is taken, the one asked for where there is one, and the others are counted', () => {
    fc.assert(
      fc.property(list, fc.constantFrom('EUR', 'JPY', 'USD'), (given, asked) => {
        const { currency, items, others } = inOneCurrency(given, asked)
        expect(items.length).toBeGreaterThan(0)
        expect(items.every(({ price }) => price.currency === currency)).toBe(true)
        expect(items.length + others.reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
        if (given.some(({ price }) => price.currency === asked)) expect(currency).toBe(asked)
      }),
    )
  })

  test('of nothing is nothing', () => {
    expect(inOneCurrency([], 'EUR')).toEqual({ currency: 'EUR', items: [], others: [] })
  })
})
