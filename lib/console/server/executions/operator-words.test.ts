import { expect, test } from 'vitest'
import { scriptRemedy } from '#runner/script/script-remedy.ts'
import { operatorWords } from './operator-words.ts'

const limits = {
  timeoutMs: 1000,
  memoryMb: 8,
  cpus: 1,
  fuel: 5,
  outputKb: 1,
  hostCalls: 1,
  hostCallsInFlight: 1,
  responseKb: 1,
}

test('an operator does not read which request an agent can send, but every word of the script', () => {
  for (const code of ['EGRESS_BLOCKED', 'NOT_CONFIGURED'] as const) {
    const told = `The host x.example.com is refused. ${scriptRemedy(code, limits)}`
    expect(operatorWords(told)).toBe('The host x.example.com is refused.')
  }
  expect(operatorWords('Error: GET /v1 failed. POST /v2 too')).toBe('Error: GET /v1 failed. POST /v2 too')
})
