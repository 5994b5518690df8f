import { expect, test } from 'vitest'
import { NewAgentKey } from '#lib/agents/model/agent-key-schema.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { problemOf } from './agent-key.ts'

test('names the options of the command, not the fields of the key', () => {
  const parsed = parseInput(NewAgentKey, { slug: 'voice', skills: [], source: 'grup', expires_in_days: 0 }, 'key')
  expect(parsed.ok ? '' : problemOf(parsed.error)).toBe(
    [
      '--skill: must name at least one skill, or * for all.',
      '--source: must be one of main, dm-approved, group, dm-unknown, public: did you mean group?',
      '--expires-in-days: must be at least 1.',
    ].join('\n'),
  )
})

test('states a problem that belongs to no option as it is', () => {
  expect(problemOf(refuse('FORBIDDEN', { message: 'Sign in as an operator.' }).error)).toBe('Sign in as an operator.')
})
