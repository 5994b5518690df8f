import { expect, test } from 'vitest'
import { executionOf, scriptOf, skillOf } from '../testing/conformance/harness.ts'
import { aheadOf } from './container-run.ts'

test('a container started in advance serves only the same code, tier, permissions and credentials of a skill', () => {
  const skill = skillOf('() => 1')
  const executions = [
    executionOf(skill),
    executionOf(skillOf('() => 2')),
    executionOf({ ...skill, tier: 'verified' }),
    executionOf({ ...skill, approved: { ...skill.approved, llm: true } }),
    executionOf(skill, { credentials: 'a' }),
    executionOf(skill, { credentials: 'b' }),
  ]
  expect(new Set(executions.map((one) => aheadOf(one).version)).size).toBe(executions.length)
  expect(aheadOf(executionOf(skill, { params: { a: 1 }, seed: '08'.repeat(16) }))).toEqual(aheadOf(executionOf(skill)))
})

test('a container started in advance for scripts serves any script of its language', () => {
  expect(aheadOf(executionOf(scriptOf('print(1)')))).toEqual(aheadOf(executionOf(scriptOf('print(2)'))))
})
