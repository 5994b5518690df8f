import { describe, expect, it } from 'vitest'
import { checkInputSchema } from './input-schema.ts'
import type { JsonSchema } from './schema-weight.ts'

const of = (schema: unknown): JsonSchema => ({ type: 'object', properties: { a: schema } })
const messagesOf = (schema: unknown) => checkInputSchema(of(schema)).map(({ message }) => message)
const nested = (depth: number, within: (inner: unknown) => unknown): unknown => {
  let schema: unknown = { type: 'string' }
  for (let times = 0; times < depth; times += 1) schema = within(schema)
  return schema
}
const texts = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)

describe('refuses a schema that is too expensive to check or compile', () => {
  it.each([64, 900, 20_000])('with %d levels of nested schemas', (depth) => {
    for (const within of [(inner: unknown) => ({ not: inner }), (inner: unknown) => ({ allOf: [inner] })])
      expect(messagesOf(nested(depth, within))).toEqual(['is nested deeper than 64 schemas'])
  })

  it('with deeply nested references', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `d${index}`,
        index === 99 ? {} : { not: { $ref: `#/definitions/d${index + 1}` } },
      ]),
    )
    const found = checkInputSchema({ ...of({ $ref: '#/definitions/d0' }), definitions })
    expect(found[0]?.message).toBe('is nested deeper than 64 schemas')
  })

  it.each<[string, unknown]>([
    ['enum', { enum: texts(1_000) }],
    ['const', { const: texts(1_000) }],
    ['default', { default: { a: texts(1_000) } }],
    ['required', { required: texts(9_800) }],
    ['a deep enum', { enum: [nested(20_000, (inner) => [inner])] }],
    ['many objects in an enum', { enum: Array.from({ length: 500 }, (_, index) => ({ a: index })) }],
  ])('with more than 1,000 values in %s', (_, schema) => {
    expect(messagesOf(schema)).toEqual(['holds more than 1000 values'])
  })

  it.each(['oneOf', 'anyOf'])('with 600 branches of %s', (keyword) => {
    expect(messagesOf({ [keyword]: texts(600).map((value) => ({ const: value })) })).toEqual([
      'is too complex to be checked in bounded time',
    ])
  })
})

it('accepts 60 levels of nested schemas, and an enum of 999 values', () => {
  expect(messagesOf(nested(60, (inner) => ({ allOf: [inner] })))).toEqual([])
  expect(messagesOf({ enum: texts(999) })).toEqual([])
})
