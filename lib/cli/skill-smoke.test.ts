import { expect, test } from 'vitest'
import { sentenceOf } from '#runner/contract/errors.ts'
import { type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'
import { summaryOf } from './skill-smoke.ts'

const answered = (count: number, partial = false): SkillOutput =>
  SkillSuccess.parse({
    status: 'success',
    skill: 'a',
    version: '1.0.0',
    results: Array.from({ length: count }, () => ({})),
    metadata: {
      query_time_ms: 12,
      cached: false,
      data: 'test',
      source_api: 'api.example.com',
      fetched_at: '2026-11-20T08:00:00Z',
      partial,
    },
  })

test('a smoke test with results succeeds, and reports their number, data label, host and duration', () => {
  expect(summaryOf(answered(3))).toEqual({
    text: 'a 1.0.0: 3 results of test data from api.example.com in 12 ms',
    isFailure: false,
  })
  expect(summaryOf(answered(1, true)).text).toContain(
    '1 result of test data from api.example.com in 12 ms, some left out',
  )
})

test('a smoke test reports results without a data label as test data', () => {
  const output = answered(3)
  if (output.status !== 'success') throw new Error(`it is ${output.status}`)
  const { data: _, ...metadata } = output.metadata
  expect(summaryOf({ ...output, metadata }).text).toBe('a 1.0.0: 3 results of test data from api.example.com in 12 ms')
})

test('a smoke test without results, or with an error, fails', () => {
  expect(summaryOf(answered(0)).isFailure).toBe(true)
  const message = sentenceOf('API_AUTH_FAILED')
  const output: SkillOutput = {
    status: 'error',
    skill: 'a',
    version: '1.0.0',
    error: { code: 'API_AUTH_FAILED', message },
  }
  expect(summaryOf(output)).toEqual({ text: `a 1.0.0: API_AUTH_FAILED, ${message}`, isFailure: true })
})
