import { expect, it, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import { grantOf } from '../egress/testing/engine-fixture.ts'
import { cureOf, withSourcePlaces } from './cure-of.ts'

const grant = grantOf(['api.example.com'])

test.each<[ErrorCode, string]>([
  ['EGRESS_BLOCKED', 'permissions.network.egress is now [api.example.com]'],
  ['TIMEOUT', `limits.timeout_ms in skill.yaml (now ${grant.limits.timeoutMs})`],
  ['OUT_OF_FUEL', `limits.fuel in skill.yaml (now ${grant.limits.fuel})`],
  ['OUT_OF_MEMORY', `limits.memory_mb in skill.yaml (now ${grant.limits.memoryMb})`],
  ['OUTPUT_TOO_LARGE', `limits.output_kb in skill.yaml (now ${grant.limits.outputKb})`],
])('%s names the line of skill.yaml to change and its current value', (code, cure) => {
  expect(cureOf(code, grant)).toContain(cure)
})

test.each([
  ['network.egress', 'declare it in skill.yaml: permissions.network.egress is now [api.example.com]'],
  ['secrets', 'declare it in skill.yaml: permissions.secrets is now []'],
  ['llm', 'declare it in skill.yaml: permissions.llm is now false'],
  ['memory', 'declare it in skill.yaml: permissions.memory is now false'],
  ['messages', 'declare it in skill.yaml: permissions.messages is now false'],
  ['gateway', 'declare it in skill.yaml: permissions.gateway is now false'],
  ['exec', 'declare it in skill.yaml: permissions.exec is now []'],
  ['filesystem.read', 'declare it in skill.yaml: permissions.filesystem.read is now []'],
  ['filesystem.write', 'declare it in skill.yaml: permissions.filesystem.write is now []'],
  ['effects', 'declare in skill.yaml that the action acts: effects: [act]'],
  ['host_calls', 'raise limits.host_calls in skill.yaml (now 64), or make the skill use less'],
  ['stored_answers', undefined],
  [undefined, undefined],
] as const)('a denied capability (%s) gets a remedy that names only the line to change, if any', (cause, cure) => {
  expect(cureOf('CAPABILITY_DENIED', grant, cause)).toBe(cure)
})

test('offers no remedy for errors that skill.yaml cannot prevent', () => {
  expect(cureOf('SKILL_CRASHED', grant)).toBeUndefined()
  expect(cureOf('API_TIMEOUT', grant)).toBeUndefined()
})

/** Line 2 of the bundle is line 1 of the source; line 1 has no source. */
const sourceMap = JSON.stringify({ version: 3, sources: ['skill:src/main.ts'], names: [], mappings: ';AAAA' })
const plain = { kind: 'bundle', language: 'javascript', code: '' } as const

it('replaces positions in the bundle by those in the source files', () => {
  const bundle = { ...plain, sourceMap }
  const text = 'at f (skill.js:2:1) and (skill.js:2:1)'
  for (const _ of ['first', 'again']) {
    expect(withSourcePlaces(text, bundle)).toBe('at f (src/main.ts:1:1) and (src/main.ts:1:1)')
  }
})

it('leaves a position without a source, and any text of a program without sources', () => {
  const bundle = { ...plain, sourceMap }
  expect(withSourcePlaces('at f (skill.js:1:1)', bundle)).toBe('at f (skill.js:1:1)')
  expect(withSourcePlaces('at f (other.js:2:1)', bundle)).toBe('at f (other.js:2:1)')
  expect(withSourcePlaces('at f (skill.js:2:1)', plain)).toBe('at f (skill.js:2:1)')
})
