import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FoundParts } from './found-parts.ts'

/** Asks for each text in turn, all in one buffer, with these hashes. Gives the numbers that were found. */
function ask(texts: readonly string[], hashOf: (text: string) => number, parts = new FoundParts()) {
  const buffer = Buffer.from(texts.join(''))
  let start = 0
  return texts.map((text, number) => {
    const end = start + Buffer.byteLength(text)
    const found = parts.findOrAdd(buffer, hashOf(text), start, end, number)
    start = end
    return found
  })
}

const hashes: Record<string, (text: string) => number> = {
  'that tell all apart': (text) =>
    [...text].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 0x01000193), 7),
  'that are all the same': () => -1,
  'that meet in few places': (text) => text.length << 20,
}

describe('parts of a text', () => {
  test.each(Object.entries(hashes))('are never taken for others, by hashes %s', (_, hashOf) => {
    const text = fc.string({ minLength: 1, maxLength: 80, unit: fc.constantFrom('a', 'b') })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
        for (const [at, found] of ask(texts, hashOf).entries()) {
          if (found !== undefined) expect(texts[found]).toBe(texts[at])
        }
      }),
    )
  })

  test('that come again are found, as the first', () => {
    const texts = Array.from({ length: 9000 }, (_, n) => `{"n":${n % 3000}}`)
    const found = ask(texts, hashes['that tell all apart'] ?? (() => 0))
    expect(found.slice(0, 3000).every((number) => number === undefined)).toBe(true)
    const known = found.slice(3000).filter((number, at) => number === at % 3000)
    // A few find no place.
    expect(known.length).toBeGreaterThan(5900)
  })

  test('are forgotten when they are cleared, however many they were', () => {
    const parts = new FoundParts()
    for (const count of [3, 100_000, 3]) {
      const texts = Array.from({ length: count }, (_, n) => `[${n}]`)
      expect(ask(texts, Math.random, parts).every((number) => number === undefined)).toBe(true)
      parts.clear()
    }
  })

  test('are the same in a text whatever was read before it', () => {
    const texts = Array.from({ length: 200 }, (_, n) => `[${n % 100}]`)
    const inFewPlaces = (text: string) => Number(text.slice(1, -1)) << 10
    const first = ask(texts, inFewPlaces)
    expect(first.slice(100)).toContain(undefined)
    for (const count of [500, 900, 3000, 30_000]) {
      const parts = new FoundParts()
      const others = Array.from({ length: count }, (_, n) => `{"n":${n}}`)
      ask(others, hashes['that tell all apart'] ?? (() => 0), parts)
      parts.clear()
      expect(ask(texts, inFewPlaces, parts)).toEqual(first)
    }
  })

  test('of one hash and length are remembered once, so that each is compared with one other', () => {
    const parts = new FoundParts()
    const texts = Array.from({ length: 100 }, (_, n) => `[${n + 100}]`)
    expect(ask([...texts, '[100]', '[101]'], () => 5, parts).slice(-2)).toEqual([0, undefined])
    expect(parts.added).toBe(1)
  })

  test('whose hashes meet cost the same each, however many they are', () => {
    const texts = Array.from({ length: 200_000 }, (_, n) => `[${n}]`)
    const sameHash = new FoundParts()
    ask(texts, () => 5, sameHash)
    // One of each length.
    expect(sameHash.added).toBe(6)
    const samePlace = new FoundParts()
    ask(texts, (text) => Number(text.slice(1, -1)) << 10, samePlace)
    expect(samePlace.added).toBe(8)
  })
})
