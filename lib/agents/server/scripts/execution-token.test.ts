import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ExecutionId, newId } from '#runner/contract/ids.ts'
import { createExecutionTokens, isExecutionToken } from './execution-token.ts'

const tokens = createExecutionTokens(new Uint8Array(32).fill(1))

test("the agent's execution id cannot be derived from the recorded id without the key", () => {
  const id = newId('exec', randomBytes)
  const token = tokens.tokenOf(id)
  expect(ExecutionId.safeParse(token).success).toBe(true)
  expect(token).not.toBe(id)
  expect(tokens.tokenOf(id)).toBe(token)
  expect(createExecutionTokens(new Uint8Array(32).fill(2)).tokenOf(id)).not.toBe(token)
  expect(tokens.hashOf(token)).not.toContain(token)
})

test('10,000 executions have 10,000 different ids', () => {
  const made = Array.from({ length: 10_000 }, () => tokens.tokenOf(newId('exec', randomBytes)))
  expect(new Set(made).size).toBe(10_000)
  expect(made.every(isExecutionToken)).toBe(true)
})
