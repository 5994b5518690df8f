import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { parseInput } from './input-error.ts'
import { unstorableFields } from './storable-text.ts'

const schema = z.looseObject({})
const detailsOf = (value: unknown) => {
  const parsed = parseInput(schema, value, 'body')
  return parsed.ok ? undefined : Object.keys(parsed.error.details ?? {})
}

it.each<[value: unknown, field: string]>([
  [{ name: 'a\0b' }, 'name'],
  [{ name: 'half of \ud83d' }, 'name'],
  [{ name: '\ude00 alone' }, 'name'],
  [{ input: { params: { tags: ['fine', 'not\0fine'] } } }, 'input.params.tags.1'],
  [{ input: { 'a\0': 1 } }, '"a�"'],
])('refuses text that cannot be stored and names its field: %j', (value, field) => {
  expect(detailsOf(value)).toEqual([expect.stringContaining(field.replace(/"/g, ''))])
})

it('states the problem and the remedy', () => {
  expect(parseInput(schema, { name: '\0' }, 'body')).toMatchObject({
    error: {
      code: 'INVALID_INPUT',
      details: { name: 'contains a character that cannot be stored: remove NUL characters and lone surrogates' },
    },
  })
})

it('accepts text at any depth if and only if it is well-formed and has no NUL', () => {
  const unit = fc.oneof(
    fc.constantFrom('\0', '\ud83d', '\ude00', '😀', 'a'),
    fc.string({ unit: anyCharacter, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), fc.integer({ min: 0, max: 20 }), (text, depth) => {
      let value: unknown = text
      for (let at = 0; at < depth; at += 1) value = at % 2 === 0 ? { inner: value } : [value]
      const isStorable = Buffer.from(text).toString() === text && !text.includes('\0')
      expect(detailsOf({ value }) === undefined).toBe(isStorable)
    }),
  )
})

it('names at most 20 fields of lists that hold such a text at every depth', () => {
  const bad = '["\\u0000",'
  const value = JSON.parse(`${bad.repeat(50_000)}0${']'.repeat(50_000)}`)
  expect(unstorableFields(value)).toHaveLength(20)
  expect(unstorableFields(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`\0${at}`, 0])))).toHaveLength(20)
})

it('finds a NUL in lists nested deeper than the call stack, and accepts such lists without one', () => {
  const deep = (text: string) => ({ value: JSON.parse(`${'['.repeat(100_000)}"${text}"${']'.repeat(100_000)}`) })
  expect(detailsOf(deep('\\u0000'))).toHaveLength(1)
  expect(detailsOf(deep('a'))).toBeUndefined()
})
