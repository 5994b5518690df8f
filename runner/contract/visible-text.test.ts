import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { withoutHidden } from './hidden-text.ts'
import { VisibleText } from './visible-text.ts'

const Field = VisibleText.trim().min(1).max(500)
const refused = 'has control characters, direction marks or invisible characters: remove them'

test.each([
  ['a direction mark', 'pay \u202e01'],
  ['an isolate', '\u2066pay 10'],
  ['a zero-width space', 'pay\u200b 10'],
  ['a tag character', 'pay 10\u{e0041}'],
  ['a control character', 'pay\u0007 10'],
  ['half of a character', 'pay \ud83d'],
])('refuses %s, also in a field with further rules', (_, text) => {
  for (const schema of [VisibleText, Field]) {
    expect(schema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([refused])
  }
})

test('accepts text of every script, emoji with joiners, tabs and line breaks', () => {
  for (const text of ['שלום', 'مرحبا', 'नमस्ते', '日本', '👩‍👧', 'a\tb\nc']) expect(Field.parse(text)).toBe(text)
  expect(VisibleText.parse('a\r\nb')).toBe('a\nb')
})

test('accepts exactly the texts in which nothing is hidden', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const lines = text.replaceAll('\r\n', '\n')
      expect(VisibleText.safeParse(text).success).toBe(withoutHidden(lines) === lines)
    }),
  )
})

test('leaves the messages of other rules as they are', () => {
  const messageOf = (value: unknown) =>
    Field.safeParse(value, { error: () => 'the product’s words' }).error?.issues[0]?.message
  expect(messageOf('x'.repeat(501))).toBe('the product’s words')
  expect(messageOf(7)).toBe('must be text')
})
