import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tellApart } from './tell-apart.ts'

interface Offer {
  id: number
  looks: string
  more: string[]
}
const told = (offers: Offer[], kept?: number) =>
  tellApart(offers, {
    looksOf: ({ looks }) => looks,
    moreOf: ({ more }) => [more, []],
    isKept: ({ id }) => id === kept,
  })
const idsOf = (found: { offer: Offer }[]) => found.map(({ offer }) => offer.id)

describe('offers that look the same', () => {
  test('show the texts that they do not share', () => {
    const found = told([
      { id: 1, looks: 'Basic', more: ['Class Y', 'Meal'] },
      { id: 2, looks: 'Basic', more: ['Class Y', 'Lounge'] },
      { id: 3, looks: 'Flex', more: ['Class B'] },
    ])
    expect(found.map(({ offer, more }) => [offer.id, more])).toEqual([
      [1, ['Meal']],
      [2, ['Lounge']],
      [3, []],
    ])
  })

  test('show their last texts only if the first leave them equal', () => {
    const offers: { id: number; more: [string[], string[]] }[] = [
      { id: 1, more: [['Meal'], ['Code K', 'Code X']] },
      { id: 2, more: [['Lounge'], ['Code L', 'Code X']] },
      { id: 3, more: [['Lounge'], ['Code M', 'Code X']] },
    ]
    const found = tellApart(offers, { looksOf: () => 'Basic', moreOf: ({ more }) => more, isKept: () => false })
    expect(found.map(({ more }) => more)).toEqual([['Meal'], ['Lounge', 'Code L'], ['Lounge', 'Code M']])
  })

  test('are merged if nothing differs: the offer to keep remains, else the first', () => {
    const same = [1, 2, 3].map((id) => ({ id, looks: 'Basic', more: ['Class Y'] }))
    expect(idsOf(told(same))).toEqual([1])
    expect(idsOf(told(same, 3))).toEqual([3])
  })

  test('have their texts computed once each, however many offers there are', () => {
    const offers = Array.from({ length: 1000 }, (_, id) => ({ id, looks: 'Basic', more: ['Class Y', `Rate ${id}`] }))
    const calls = { looksOf: 0, moreOf: 0 }
    const found = tellApart(offers, {
      looksOf({ looks }) {
        calls.looksOf += 1
        return looks
      },
      moreOf({ more }) {
        calls.moreOf += 1
        return [more, []]
      },
      isKept: () => false,
    })
    expect(found.map(({ more }) => more)).toEqual(offers.map(({ id }) => [`Rate ${id}`]))
    expect(calls).toEqual({ looksOf: 1000, moreOf: 1000 })
  })

  test('end up distinct, and no variant is lost', () => {
    const word = fc.constantFrom('a', 'b', 'c')
    const offers = fc
      .array(fc.record({ looks: word, more: fc.array(word, { maxLength: 3 }) }), { maxLength: 12 })
      .map((list) => list.map((each, id) => ({ ...each, id })))
    fc.assert(
      fc.property(offers, fc.nat(12), (given, kept) => {
        const found = told(given, kept)
        const lines = found.map(({ offer, more }) => JSON.stringify([offer.looks, more.toSorted()]))
        expect(new Set(lines).size).toBe(lines.length)
        const variants = new Set(given.map(({ looks, more }) => JSON.stringify([looks, [...new Set(more)].toSorted()])))
        expect(found).toHaveLength(variants.size)
        expect(new Set(found.map(({ offer }) => offer.looks))).toEqual(new Set(given.map(({ looks }) => looks)))
        if (kept < given.length) expect(idsOf(found)).toContain(kept)
        expect(idsOf(found)).toEqual(idsOf(found).toSorted((a, b) => a - b))
      }),
    )
  })
})
