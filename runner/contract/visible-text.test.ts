import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { withoutHidden } from './hidden-text.ts'
import { VisibleLine, VisibleText } from './visible-text.ts'

const Field = VisibleText.trim().min(1).max(500)
const Line = VisibleLine.trim().min(1).max(500)
const refused = (first: string) =>
  `has control characters, direction marks or invisible characters, such as ${first}: remove them`

test.each([
  ['a direction mark', 'pay \u202e01', 'U+202E at character 5'],
  ['an isolate', '\u2066pay 10', 'U+2066 at character 1'],
  ['a zero-width space', 'pay\u200b 10', 'U+200B at character 4'],
  ['a joiner in a word', 'pa\u200dy 10', 'U+200D at character 3'],
  ['a variation selector', 'pay 10\u{e0100}', 'U+E0100 at character 7'],
  ['a filler', 'pay \u3164 10', 'U+3164 at character 5'],
  ['a tag character', 'pay 10\u{e0041}', 'U+E0041 at character 7'],
  ['a control character', 'pay\u0007 10', 'U+0007 at character 4'],
  ['half of a character', 'pay \ud83d', 'U+D83D at character 5'],
])('refuses %s, also in a field with further rules, and names it', (_, text, first) => {
  for (const schema of [VisibleText, Field, VisibleLine, Line]) {
    expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([refused(first)])
  }
})

test('accepts text of every script, emoji with joiners, tabs and line breaks', () => {
  for (const text of ['שלום', 'مرحبا', 'می\u200cخواهم', 'नमस्ते', '日本', '👩‍👧 ❤️', 'a\tb\nc']) {
    expect(Field.parse(text)).toBe(text)
  }
  expect(VisibleText.parse('a\r\nb')).toBe('a\nb')
})

test('a line has no line break, so that it cannot look like two entries of a list', () => {
  for (const mark of ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\t', ' \n\n ']) {
    expect(VisibleLine.parse(`Sales${mark}- Ready to lock`)).toBe('Sales - Ready to lock')
  }
})

test('accepts exactly the texts in which nothing is hidden', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const lines = text.replaceAll('\r\n', '\n')
      expect(VisibleText.safeParse(text).success).toBe(withoutHidden(lines) === lines)
      const line = text.replaceAll(/[\r\n\v\f\u0085\u2028\u2029]/g, ' ')
      expect(VisibleLine.safeParse(text).success).toBe(withoutHidden(line) === line)
    }),
  )
})

test('leaves the messages of other rules as they are', () => {
  const messageOf = (value: unknown) =>
    Field.safeParse(value, { error: () => 'the product’s words' }).error?.issues[0]?.message
  expect(messageOf('x'.repeat(501))).toBe('the product’s words')
  expect(messageOf(7)).toBe('must be text')
})
