import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { cleanCopy } from './results/read-results.ts'

/** Invisible characters, and those that change the text direction. */
const hidden = [
  0x00, 0x09, 0x0a, 0x1b, 0x7f, 0x9b, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028,
  0x202e, 0x2060, 0x2066, 0x206f, 0x2800, 0x3164, 0xfeff, 0xffa0, 0xfff9, 0xe0000, 0xe0001, 0xe0020, 0xe0041, 0xe007f,
]

describe("a provider's text", () => {
  test.each(hidden.map((code) => [code.toString(16), String.fromCodePoint(code)]))('loses U+%s', (_, character) => {
    expect(cleanCopy(`Hotel${character}du${character}${character}Test${character}`, [])).toBe('Hotel du Test')
    expect(cleanCopy(character, [])).toBe('')
  })

  test.each(['Hôtel du Test', '호텔', 'ﾎﾃﾙ', 'ホテル', 'فندق', 'می\u200cخواهم', '👨\u200d👩\u200d👧 ❤\ufe0f', '🇦🇼'])(
    'keeps %s as it is',
    (text) => {
      expect(cleanCopy(text, [])).toBe(text)
    },
  )

  test('has no hidden characters at any depth of a nested value', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(...hidden).map((code) => String.fromCodePoint(code)),
    )
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (given) => {
        // Collects the string values, because the JSON itself escapes control characters.
        const texts: string[] = []
        JSON.stringify(cleanCopy({ list: [{ name: given }] }, []), (_, value) => {
          if (typeof value === 'string') texts.push(value)
          return value
        })
        expect(texts).toHaveLength(1)
        const found = [...texts.join('')]
          .map((character) => character.codePointAt(0) ?? 0)
          .filter((code) => hidden.includes(code))
        expect(found).toEqual([])
      }),
    )
  })
})
