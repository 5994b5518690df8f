import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type JsonInput } from './canonical-json.ts'

const values = fc.letrec<{ value: JsonInput }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), fc.option(tie('value'), { nil: undefined })),
  ),
})).value

test('writes the value that JSON writes, without undefined properties', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('writes equal texts for values whose keys have another order', () => {
  const reversed = (value: JsonInput): JsonInput => {
    if (Array.isArray(value)) return value.map(reversed)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, item === undefined ? undefined : reversed(item)]),
    )
  }
  fc.assert(
    fc.property(values, (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
    }),
  )
})
