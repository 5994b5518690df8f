import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inOneCurrency } from './comparable.ts'

const priced = fc.record({ price: fc.record({ currency: fc.constantFrom('EUR', 'JPY', 'KWD') }) })
const list = fc.array(priced, { minLength: 1, maxLength: 30 })

describe('a list in one currency', () => {
  test('keeps only the requested currency if any item has it, else another, and counts the items left out', () => {
    fc.assert(
      fc.property(list, fc.constantFrom('EUR', 'JPY', 'USD'), (given, asked) => {
        const { currency, items, others } = inOneCurrency(given, asked)
        expect(items.length).toBeGreaterThan(0)
        expect(items.every(({ price }) => price.currency === currency)).toBe(true)
        expect(items.length + others.reduce((sum, { count }) => sum + count, 0)).toBe(given.length)
        const countOf = (one: string) => given.filter(({ price }) => price.currency === one).length
        for (const { currency: other, count } of others)
          expect([other !== currency, count]).toEqual([true, countOf(other)])
        if (given.some(({ price }) => price.currency === asked)) expect(currency).toBe(asked)
      }),
    )
  })

  test('stays empty without items', () => {
    expect(inOneCurrency([], 'EUR')).toEqual({ currency: 'EUR', items: [], others: [] })
  })
})
