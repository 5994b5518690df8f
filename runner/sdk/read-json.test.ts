import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { asAmount, asArray, asCount, asFlag, asNumber, asRecord, remembering, textReader } from './read-json.ts'

test('each reader returns a value of its type or undefined, for any input', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(['object', 'undefined']).toContain(typeof asRecord(value))
      expect(Array.isArray(asArray(value))).toBe(true)
      expect(asNumber(value) ?? 0).toSatisfy(Number.isFinite)
      expect(asAmount(value) ?? 0).toBeGreaterThanOrEqual(0)
      expect(asCount(value) ?? 0).toSatisfy(Number.isSafeInteger)
      expect(['boolean', 'undefined']).toContain(typeof asFlag(value))
      expect(['string', 'undefined']).toContain(typeof textReader(10)(value))
    }),
  )
})

test.each([
  ['12.5', 12.5, 12.5, undefined],
  [' 7 ', 7, 7, 7],
  [-3, -3, undefined, undefined],
  ['-3', -3, undefined, undefined],
  [4, 4, 4, 4],
  ['', undefined, undefined, undefined],
  [' ', undefined, undefined, undefined],
  ['1e400', undefined, undefined, undefined],
  [Number.NaN, undefined, undefined, undefined],
  [true, undefined, undefined, undefined],
  [null, undefined, undefined, undefined],
  [2 ** 53, 2 ** 53, 2 ** 53, undefined],
])('reads %j as number %j, amount %j, count %j', (value, number, amount, count) => {
  expect([asNumber(value), asAmount(value), asCount(value)]).toEqual([number, amount, count])
})

test('a list reader returns an empty list, and a record reader undefined, for a value of another type', () => {
  for (const value of [undefined, null, 'text', 7, {}]) expect(asArray(value)).toEqual([])
  for (const value of [undefined, null, 'text', 7]) expect(asRecord(value)).toBeUndefined()
})

const asText = textReader(200)

test.each([
  ['  two\n lines ', 'two lines'],
  ['a\u200bb\u202ec', 'a b c'],
  ['plain text', 'plain text'],
  ['half \ud800 a pair', 'half \ufffd a pair'],
  [71, '71'],
  ['', undefined],
  [' \u200b ', undefined],
  [{}, undefined],
])('reads the text of %j as %j', (value, text) => {
  expect(asText(value)).toBe(text)
})

test('a text is one well-formed line within its maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (value, most) => {
      const text = textReader(most)(value)
      if (text === undefined) return
      expect(text.length).toBeLessThanOrEqual(most)
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/[\n\r\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})

test('remembering calls the reader once for equal inputs, but again for rejected ones', () => {
  const read: unknown[] = []
  const reader = remembering((value: unknown) => {
    read.push(value)
    return typeof value === 'string' ? { value } : undefined
  })
  expect(reader('a')).toBe(reader('a'))
  reader(1)
  reader(1)
  expect(read).toEqual(['a', 1, 1])
})
