import { expect, test } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import { grantOf } from '../egress/testing/engine-fixture.ts'
import { cureOf } from './cure-of.ts'

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
  ['fetch without network permission', 'declare it in skill.yaml: permissions.network.egress is now [api.example.com]'],
  ['undeclared secret "KEY"', 'declare it in skill.yaml: permissions.secrets is now []'],
  ['the secret KEY is not granted', 'declare it in skill.yaml: permissions.secrets is now []'],
  ['llm.complete without llm permission', 'declare it in skill.yaml: permissions.llm is now false'],
  ['memory.recall without memory permission', 'declare it in skill.yaml: permissions.memory is now false'],
  ['messages.send without messages permission', 'declare it in skill.yaml: permissions.messages is now false'],
  ['gateway.post without gateway permission', 'declare it in skill.yaml: permissions.gateway is now false'],
  ['exec.run without exec permission', 'declare it in skill.yaml: permissions.exec is now []'],
  ['exec.run of a program that the manifest does not declare', 'declare it in skill.yaml: permissions.exec is now []'],
  [
    'files.read of a path that the manifest does not declare',
    'declare it in skill.yaml: permissions.filesystem.read is now []',
  ],
  [
    'files.write of a path that the manifest does not declare',
    'declare it in skill.yaml: permissions.filesystem.write is now []',
  ],
  ['files.write in an action whose effects are [read]', 'declare in skill.yaml that the action acts: effects: [act]'],
  ['gateway.post in an action without the effect act', 'declare in skill.yaml that the action acts: effects: [act]'],
  ['more than 64 host calls', 'raise limits.host_calls in skill.yaml (now 64), or make the skill use less'],
  ['more than 1000 pairs in time.offset', undefined],
  ['more than 10 messages', undefined],
])('a denied capability (%s) gets a remedy that names only the line to change, if any', (detail, cure) => {
  expect(cureOf('CAPABILITY_DENIED', grant, detail)).toBe(cure)
})

test('offers no remedy for errors that skill.yaml cannot prevent', () => {
  expect(cureOf('SKILL_CRASHED', grant)).toBeUndefined()
  expect(cureOf('API_TIMEOUT', grant)).toBeUndefined()
})
