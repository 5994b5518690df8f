import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { hidden, oneLine, withoutHidden } from './hidden-text.ts'

const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
const isHidden = (text: string) => text.search(hidden) >= 0

test('every character that has no glyph by its properties is hidden, and no letter, mark, digit, sign or space', () => {
  const byProperty =
    /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Variation_Selector}\p{Cf}\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
  const seen = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\p{Co}]/u
  const wrong = everyCharacter.filter((character) => {
    if (character === '\t' || character === '\n') return isHidden(character)
    if (byProperty.test(character)) return !isHidden(character)
    return seen.test(character) && isHidden(character) && !'\u2800\ufffc\u{16fe4}\u{1d159}'.includes(character)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['Persian', 'می\u200cخواهم'],
  ['an abbreviation in Persian', 'ه\u200d.ش'],
  ['Hindi', 'क्\u200dष क्\u200cष'],
  ['Bengali', 'র\u200d্য'],
  ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Malayalam', 'അവന്\u200d'],
  ['a family', '👨\u200d👩\u200d👧'],
  ['a skin tone', '👩🏽\u200d🚀'],
  ['a heart', '❤\ufe0f\u200d🔥 ❤\ufe0f ❤\ufe0e'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['flags', '🇦🇼🇳🇱'],
  ['scripts without joiners', 'Hôtel 호텔 ﾎﾃﾙ ホテル فندق שלום नमस्ते โรงแรม Ελλάδα Ёлка e\u0301'],
])('keeps %s as it is written', (_, text) => {
  expect(withoutHidden(text)).toBe(text)
})

test('hides a joiner and a variation selector where no script and no emoji needs it', () => {
  for (const text of [
    'a\u200db',
    'a\u200cb',
    '日\u200d本',
    'я\u200cя',
    '1\u200d2',
    '👩\u200d',
    '\u200d👩',
    '\u200cم',
  ]) {
    expect(withoutHidden(text)).toBe(text.replaceAll(/[\u200c\u200d]/g, ''))
  }
  for (const text of ['a\ufe0f', '1\ufe0f', '日\u{e0100}', '❤\ufe0f\ufe0f', '❤\u{e0100}', 'م\ufe00']) {
    expect(withoutHidden(text)).toBe(text.replace(/[\ufe00-\ufe0f\u{e0100}]$/u, ''))
  }
  expect(withoutHidden('م\u200c\u200cخ')).toBe('م\u200cخ'.replace('\u200c', ''))
})

test('what is left hides nothing more, in whatever text', () => {
  const joiner = fc.constantFrom(
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u200b',
    'م',
    'क',
    '्',
    '👩',
    '🏽',
    '❤',
    '1',
    '\u20e3',
    'a',
    '\u17b4',
    'ក',
    '\u180b',
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(anyCharacter, joiner) }), (text) => {
      const shown = withoutHidden(text)
      expect(isHidden(shown)).toBe(false)
      expect(withoutHidden(shown)).toBe(shown)
    }),
    { numRuns: 2000 },
  )
})

test('one line has no line break of any kind, and no word is glued to the next', () => {
  const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\t']
  for (const mark of breaks) expect(oneLine(` Lock it${mark}${mark}- Ready `)).toBe('Lock it - Ready')
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom(...breaks)) }), (text) => {
      expect(oneLine(text)).not.toMatch(/[\n\r\v\f\t\u0085\u2028\u2029]|^\s|\s$| {2}/)
    }),
  )
})
