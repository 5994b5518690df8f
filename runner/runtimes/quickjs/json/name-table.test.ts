import { describe, expect, test } from 'vitest'
import { NameTable } from './name-table.ts'

type Name = { readonly hash: number; readonly text: string }

const spread = (number: number) => Math.imul(number, 0x9e3779b1)

function tableOf(count: number, hashOf: (number: number) => number, table = new NameTable<Name>()) {
  for (let number = 0; number < count; number += 1) table.add({ hash: hashOf(number), text: `n${number}` })
  const find = (number: number) => table.find(hashOf(number), ({ text }) => text === `n${number}`)?.text
  return { table, find, found: Array.from({ length: count }, (_, number) => find(number)) }
}

describe('names of a text', () => {
  test('are found again, but for a few that found no place', () => {
    for (const count of [1, 500, 5000, 50_000]) {
      const { found } = tableOf(count, spread)
      const texts = found.filter((text) => text !== undefined)
      expect(texts.length).toBeGreaterThan(0.98 * count)
      for (const [number, text] of found.entries()) if (text !== undefined) expect(text).toBe(`n${number}`)
    }
  })

  test('that have one hash are told apart', () => {
    const { found } = tableOf(3, () => -7)
    expect(found).toEqual(['n0', 'n1', 'n2'])
  })

  test('whose hashes are all the same are a few to look at, however many they are', () => {
    const { table } = tableOf(20_000, () => 5)
    let looks = 0
    const isWanted = () => {
      looks += 1
      return false
    }
    expect(table.find(5, isWanted)).toBeUndefined()
    expect(looks).toBeLessThanOrEqual(8)
  })

  test('are forgotten with the text, and what is found does not depend on the text before', () => {
    const inFewPlaces = (number: number) => number << 8
    const { table } = tableOf(9000, spread)
    table.clear()
    expect(table.find(spread(1), () => true)).toBeUndefined()
    expect(tableOf(60, inFewPlaces, table).found).toEqual(tableOf(60, inFewPlaces).found)
    expect(tableOf(60, inFewPlaces).found).toContain(undefined)
  })
})
