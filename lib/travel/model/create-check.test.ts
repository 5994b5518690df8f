import { describe, expect, test } from 'vitest'
import type { CheckShape } from './check-shape.ts'
import { createCheck } from './create-check.ts'

/** A shape, values that match it, and values that do not. */
const cases: [says: string, shape: CheckShape, right: unknown[], wrong: unknown[]][] = [
  ['type object', { type: 'object' }, [{}], [null, [], '', undefined]],
  ['type number', { type: 'number' }, [0, -1.5], ['1', Number.NaN, Infinity, null]],
  ['type integer', { type: 'integer' }, [0, -1], [1.5, '1', Infinity]],
  ['type null', { type: 'null' }, [null], [undefined, 0, '']],
  ['const', { const: true }, [true], [1, 'true']],
  ['enum', { enum: ['a', null] }, ['a', null], ['b', undefined]],
  ['pattern', { type: 'string', pattern: '^a' }, ['ab'], ['ba', 1, null]],
  ['maxLength', { type: 'string', maxLength: 2 }, ['', 'ab'], ['abc']],
  ['minimum', { type: 'number', minimum: 2 }, [2], [1.9]],
  ['maximum', { type: 'number', maximum: 2 }, [2], [2.1]],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 2 }, [2.1], [2]],
  ['items', { type: 'array', items: { type: 'string' } }, [[], ['a']], [[1], ['a', null], {}]],
  ['minItems', { type: 'array', items: {}, minItems: 1 }, [[1]], [[]]],
  ['properties', { properties: { a: { type: 'string' } } }, [{}, { a: '' }, { b: 1 }], [{ a: 1 }, null]],
  ['required', { properties: { toString: {} }, required: ['toString'] }, [{ toString: 1 }], [{}]],
  ['propertyNames', { propertyNames: { pattern: '^a' } }, [{}, { ab: 1 }], [{ b: 1 }]],
  ['additionalProperties', { additionalProperties: { const: 1 } }, [{}, { b: 1 }], [{ b: 2 }]],
  ['allOf', { allOf: [{ type: 'string' }, { pattern: '^a' }] }, ['a'], ['b', 1]],
  ['anyOf', { anyOf: [{ const: 1 }, { const: 2 }] }, [1, 2], [3]],
  ['oneOf', { oneOf: [{ const: 1 }, { const: 2 }] }, [1, 2], [3]],
]

describe.each(cases)('a shape with %s', (_, shape, right, wrong) => {
  const holds = createCheck(shape)
  test.each(right.map((value) => [value]))('matches %j', (value) => expect(holds(value)).toBe(true))
  test.each(wrong.map((value) => [value]))('does not match %j', (value) => expect(holds(value)).toBe(false))
})

test('fills in a default exactly where a property is absent', () => {
  const holds = createCheck({ properties: { a: { type: 'number', default: 0 } } })
  const [absent, given] = [{}, { a: 5 }]
  expect([holds(absent), holds(given), holds({ a: null })]).toEqual([true, true, false])
  expect([absent, given]).toEqual([{ a: 0 }, { a: 5 }])
})
