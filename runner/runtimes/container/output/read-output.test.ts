import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RaisableCode } from '../../../contract/errors.ts'
import { readOutput } from './read-output.ts'

const rules = (kind: 'bundle' | 'image', outputBytes = 1000) => ({ kind, outputBytes, mayWait: false })
const program = (value: unknown) => readOutput(JSON.stringify(value), rules('image'))
const bundle = (value: unknown, limit?: number) => readOutput(JSON.stringify(value), rules('bundle', limit))
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const code = async (read: ReturnType<typeof readOutput>) => {
  const outcome = await read
  return outcome.kind === 'failed' && outcome.code
}

describe("a program's output", () => {
  test('is what it found, without what it says of itself', async () => {
    const results = [{ rate: 1.1 }]
    const output = {
      status: 'success',
      skill: 'other',
      version: '9.9.9',
      results,
      message: 'one',
      metadata: { partial: true },
    }
    expect(await program(output)).toEqual({
      kind: 'returned',
      value: { results, message: 'one', metadata: { partial: true } },
    })
    expect(await program({ status: 'success', results })).toEqual({ kind: 'returned', value: { results } })
  })

  test.each(RaisableCode.options)('may be the error %s', async (raisable) => {
    const error = { code: raisable, message: 'for the log' }
    expect(await program({ status: 'error', error })).toEqual({ kind: 'raised', code: raisable, detail: 'for the log' })
  })

  test('may name the field that it refuses', async () => {
    const error = { code: 'INVALID_INPUT', message: 'too early', field: 'date' }
    expect(await program({ status: 'error', error })).toEqual({
      kind: 'raised',
      code: 'INVALID_INPUT',
      detail: 'too early',
      field: 'date',
    })
    expect(await code(program({ status: 'error', error: { ...error, field: 7 } }))).toBe('INVALID_OUTPUT')
  })

  test.each(['EGRESS_BLOCKED', 'CANCELLED', 'nonsense', ''])('may not be the error %j', async (raised) => {
    expect(await code(program({ status: 'error', error: { code: raised, message: '' } }))).toBe('SKILL_CRASHED')
  })

  test.each([
    ['nothing', null],
    ['a list', []],
    ['no status', { results: [] }],
    ['a status that is the runner’s', { status: 'requires_confirmation', results: [] }],
    ['no results', { status: 'success' }],
    ['an error without a code', { status: 'error', error: {} }],
    ['what the harness says', { kind: 'returned', value: 1 }],
  ])('is invalid as %s', async (_, output) => {
    expect(await code(program(output))).toBe('INVALID_OUTPUT')
  })
})

describe('what the harness says of a bundle', () => {
  test.each([
    [
      { kind: 'returned', value: [1, null, { a: 'b' }] },
      { kind: 'returned', value: [1, null, { a: 'b' }] },
    ],
    [
      { kind: 'raised', code: 'API_TIMEOUT', detail: 'slow' },
      { kind: 'raised', code: 'API_TIMEOUT', detail: 'slow' },
    ],
    [
      { kind: 'raised', code: 'INVALID_INPUT', detail: 'no', field: 'date' },
      { kind: 'raised', code: 'INVALID_INPUT', detail: 'no', field: 'date' },
    ],
    [
      { kind: 'raised', code: 'INTERNAL', detail: 'x' },
      { kind: 'failed', code: 'SKILL_CRASHED', detail: 'it may not raise INTERNAL: x' },
    ],
    [
      { kind: 'invalid', detail: 'a cycle' },
      { kind: 'failed', code: 'INVALID_OUTPUT', detail: 'a cycle' },
    ],
    [
      { kind: 'threw', detail: 'Error: x' },
      { kind: 'failed', code: 'SKILL_CRASHED', detail: 'Error: x' },
    ],
  ])('%j', async (said, outcome) => {
    expect(await bundle(said)).toEqual(outcome)
  })

  test('is invalid as a program’s output, or without a kind', async () => {
    expect(await code(bundle({ status: 'success', results: [] }))).toBe('INVALID_OUTPUT')
    expect(await code(bundle({ kind: 'done' }))).toBe('INVALID_OUTPUT')
  })

  test('waits only for what it asked for', async () => {
    expect(await code(bundle({ kind: 'waits' }))).toBe('INVALID_OUTPUT')
    const asked = { ...rules('bundle'), mayWait: true }
    expect(await readOutput('{"kind":"waits"}', asked)).toEqual({ kind: 'suspended' })
    expect(await code(readOutput('{"kind":"waits"}', { ...asked, kind: 'image' }))).toBe('INVALID_OUTPUT')
  })

  test('an answer may have its limit of bytes, and not one more', async () => {
    const of = (bytes: number) => bundle({ kind: 'returned', value: 'x'.repeat(bytes - 2) }, 100)
    expect((await of(100)).kind).toBe('returned')
    expect(await code(of(101))).toBe('OUTPUT_TOO_LARGE')
  })

  test('an answer may be nested 100 deep, and not one more', async () => {
    expect((await bundle({ kind: 'returned', value: nested(100) })).kind).toBe('returned')
    expect(await code(bundle({ kind: 'returned', value: nested(101) }))).toBe('INVALID_OUTPUT')
  })

  test('an answer may have 200,000 values, and not one more', async () => {
    const of = (values: number) => bundle({ kind: 'returned', value: Array(values - 1).fill(0) }, 1_000_000)
    expect((await of(200_000)).kind).toBe('returned')
    expect(await code(of(200_001))).toBe('OUTPUT_TOO_LARGE')
  })
})

test('any text is read to an outcome', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constantFrom('', '{', '[]]', '\ufeff{}'))
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('bundle' as const, 'image' as const), async (given, kind) => {
      expect(['failed', 'returned']).toContain((await readOutput(given, rules(kind))).kind)
    }),
  )
})
