import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from '#runner/core/hash.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { asStorable, storable } from './storable.ts'

test('replaces NUL and lone surrogates with U+FFFD, in keys and values', () => {
  expect(storable({ 'a\u0000': ['\u0000x', '\ud800', 'y\udfff'] })).toEqual({
    'a\ufffd': ['\ufffdx', '\ufffd', 'y\ufffd'],
  })
})

test('keeps an escaped backslash before u0000 as text', () => {
  expect(storable({ a: '\\u0000', b: '\\ud800', c: '😀\\' })).toEqual({ a: '\\u0000', b: '\\ud800', c: '😀\\' })
})

test('leaves well-formed JSON unchanged and removes everything that PostgreSQL rejects', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter })), (texts) => {
      const clean = storable(texts)
      expect(JSON.stringify(clean)).not.toMatch(/(?<!\\)(?:\\\\)*\\u(0000|d[89a-f])/)
      expect(clean).toEqual(texts.map((text) => text.toWellFormed().replaceAll('\u0000', '\ufffd')))
    }),
  )
})

test('removes own __proto__ keys at any depth and keeps text that mentions them', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":[{"__proto__":5,"c":"__proto__"}],"d":"\\"__proto__\\""}')
  expect(JSON.stringify(storable(value))).toBe('{"b":[{"c":"__proto__"}],"d":"\\"__proto__\\""}')
})

test('isAsItWas is true only if the stored value has the hash of the given one', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.array(fc.string({ unit: anyCharacter })))
  fc.assert(
    fc.property(anything, (given) => {
      const { value, isAsItWas } = asStorable(given)
      const json = JSON.parse(JSON.stringify(given))
      expect([isAsItWas, !isAsItWas || hashOf(value) === hashOf(json)]).toEqual([isAsItWas, true])
    }),
  )
})
