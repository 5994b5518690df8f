import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RaisableCode } from '../../../contract/errors.ts'
import { anyCharacter } from '../../../testing/any-character.ts'
import { type Harness, harnesses } from '../harnesses.ts'
import { readOutput } from './read-output.ts'

const rules = (harness: Harness | undefined, outputBytes = 1000) => ({ harness, outputBytes, mayWait: false })
const program = (value: unknown) => readOutput(JSON.stringify(value), rules(undefined))
const bundle = (value: object, limit?: number) =>
  readOutput(JSON.stringify({ peak: '000000000004096', ...value }), rules(harnesses.javascript, limit))
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
const code = async (read: ReturnType<typeof readOutput>) => {
  const outcome = await read
  return outcome.kind === 'failed' && outcome.code
}

describe("a program's output", () => {
  test('becomes the results, without the skill and version that the program claims', async () => {
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

  test('may name the invalid field', async () => {
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
    ['null', null],
    ['a list', []],
    ['no status', { results: [] }],
    ['a status reserved for the runner', { status: 'requires_confirmation', results: [] }],
    ['no results', { status: 'success' }],
    ['an error without a code', { status: 'error', error: {} }],
    ['a report of the harness', { kind: 'returned', value: 1 }],
  ])('is invalid: %s', async (_, output) => {
    expect(await code(program(output))).toBe('INVALID_OUTPUT')
  })
})

describe('the report of a harness', () => {
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
      { kind: 'failed', code: 'SKILL_CRASHED', detail: 'the skill may not raise INTERNAL: x' },
    ],
    [
      { kind: 'invalid', detail: 'a cycle' },
      { kind: 'failed', code: 'INVALID_OUTPUT', detail: 'a cycle' },
    ],
    [
      { kind: 'threw', detail: 'Error: x' },
      { kind: 'failed', code: 'SKILL_CRASHED', detail: 'Error: x' },
    ],
  ])('is read as an outcome: %j', async (said, outcome) => {
    expect(await bundle(said)).toEqual({ ...outcome, peakMemoryBytes: 4096 })
  })

  test('is invalid in the form of a program’s output, or without a kind', async () => {
    expect(await code(bundle({ status: 'success', results: [] }))).toBe('INVALID_OUTPUT')
    expect(await code(bundle({ kind: 'done' }))).toBe('INVALID_OUTPUT')
  })

  test('may report a wait only if a host call was suspended', async () => {
    expect(await code(bundle({ kind: 'waits' }))).toBe('INVALID_OUTPUT')
    const asked = { ...rules(harnesses.javascript), mayWait: true }
    expect(await readOutput('{"kind":"waits"}', asked)).toEqual({ kind: 'suspended' })
  })

  test.each(['4096', '00000000000004096', '-00000000004096', 4096])(
    'is read without a peak memory if it gives the peak as %j',
    async (peak) => {
      expect(await bundle({ kind: 'returned', value: 1, peak })).toEqual({ kind: 'returned', value: 1 })
    },
  )

  test('about a Python script always names the Python version, unless the version is malformed', async () => {
    const script = (value: object, limit = 1000) =>
      readOutput(JSON.stringify({ peak: '000000000004096', python: '3.13.5      ', ...value }), {
        harness: harnesses.python,
        outputBytes: limit,
        mayWait: true,
      })
    const ends = [{ kind: 'returned', value: 1 }, { kind: 'waits' }, { kind: 'threw', detail: 'x' }]
    for (const end of ends) expect(await script(end)).toMatchObject({ interpreter: 'Python 3.13.5' })
    for (const python of ['3.13.5', 'my secret!!!', '3.13.5<br>  ', 3.13])
      expect(await script({ kind: 'waits', python })).not.toHaveProperty('interpreter')
    expect(await bundle({ kind: 'returned', value: 1, python: '3.13.5      ' })).not.toHaveProperty('interpreter')
    expect((await script({ kind: 'returned', value: 'x'.repeat(98) }, 100)).kind).toBe('returned')
    expect(await code(script({ kind: 'returned', value: 'x'.repeat(99) }, 100))).toBe('OUTPUT_TOO_LARGE')
  })

  test('that the skill waits is invalid as the output of a program', async () => {
    const asked = { ...rules(harnesses.javascript), mayWait: true }
    expect(await code(readOutput('{"kind":"waits"}', { ...asked, harness: undefined }))).toBe('INVALID_OUTPUT')
  })

  test('may contain an answer with exactly the maximum number of bytes', async () => {
    const of = (bytes: number) => bundle({ kind: 'returned', value: 'x'.repeat(bytes - 2) }, 100)
    expect((await of(100)).kind).toBe('returned')
    expect(await code(of(101))).toBe('OUTPUT_TOO_LARGE')
  })

  test('may contain an answer with at most 100 levels', async () => {
    expect((await bundle({ kind: 'returned', value: nested(100) })).kind).toBe('returned')
    expect(await code(bundle({ kind: 'returned', value: nested(101) }))).toBe('INVALID_OUTPUT')
  })

  test('may contain an answer with at most 200,000 values', async () => {
    const of = (values: number) => bundle({ kind: 'returned', value: Array(values - 1).fill(0) }, 1_000_000)
    expect((await of(200_000)).kind).toBe('returned')
    expect(await code(of(200_001))).toBe('OUTPUT_TOO_LARGE')
  })
})

test('reads any text as a failure or as returned output, and never throws', async () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.json(), fc.constantFrom('', '{', '[]]', '\ufeff{}'))
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(harnesses.javascript, undefined), async (given, harness) => {
      expect(['failed', 'returned']).toContain((await readOutput(given, rules(harness))).kind)
    }),
  )
})
