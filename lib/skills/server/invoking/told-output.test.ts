import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { ToldOutput, toldOutput } from './skill-answer.ts'

const stamped = { skill: 'notes', version: '1.0.0' } as const
const metadata = { query_time_ms: 3, cached: false, fetched_at: '2027-02-01T09:30:00Z', partial: false } as const

const outputs: SkillOutput[] = [
  { status: 'success', ...stamped, results: [{ id: '1' }], metadata },
  { status: 'success', ...stamped, results: [{ success: false }], message: 'No calendar is set.', metadata },
  { status: 'error', ...stamped, error: { code: 'TIMEOUT', message: 'Too late.' } },
  {
    status: 'requires_confirmation',
    requires_confirmation: true,
    ...stamped,
    confirmation: { id: 'conf_1', prompt: 'Send it?' },
  },
]

test.each(outputs)('the described schema accepts what is told about $status', (output) => {
  const matches = new Ajv2020({ strict: false, validateFormats: false }).compile(
    z.toJSONSchema(ToldOutput, { unrepresentable: 'any' }),
  )
  expect(matches(toldOutput(output)) ? [] : matches.errors).toEqual([])
})

test('tells a handler that reports its own failure as an error, with its results', () => {
  expect(outputs.map((output) => toldOutput(output).status)).toEqual([
    'success',
    'error',
    'error',
    'requires_confirmation',
  ])
  expect(outputs.slice(1, 3).map(toldOutput)).toMatchObject([
    { error: { code: 'SKILL_FAILED', remedy: expect.any(String) }, results: [{ success: false }] },
    { error: { code: 'TIMEOUT', remedy: expect.any(String) } },
  ])
})
