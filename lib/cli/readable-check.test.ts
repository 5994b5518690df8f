import { expect, test } from 'vitest'
import type { SkillCheck } from '#gates/judge.ts'
import { Suppressions, suppress } from '#gates/suppressions.ts'
import { makeFinding } from '#gates/testing/make-finding.ts'
import { parseYaml } from '#runner/manifest/dialects/parse-yaml.ts'
import { readableCheck } from './readable-check.ts'

const finding = makeFinding({ why: 'a reason', remedy: 'a remedy' })
const check: SkillCheck = {
  name: 'helper',
  digest: 'a'.repeat(64),
  engine: { version: 1, rules: 'b'.repeat(64) },
  verdict: 'review',
  gates: {},
  chains: [],
  findings: [finding],
  suppressed: [],
}

test.each(['2026-11-25', '2027-06-01', '2031-12-31'])(
  'a suppression that is suggested on %s accepts its finding for about three months',
  (today) => {
    const line = readableCheck('skills/helper', check, today).match(/^ +- \{.*\}$/m)?.[0] ?? ''
    const parsed = parseYaml(line.replace('"why"', '"the name is our own"'))
    if (!parsed.ok) throw new Error('the line is not YAML')
    const accepted = Suppressions.parse(parsed.yaml.value)
    expect(suppress([finding], check, accepted, today).suppressed).toHaveLength(1)
    const later = new Date(Date.parse(today) + 92 * 86_400_000).toISOString().slice(0, 10)
    expect(suppress([finding], check, accepted, later).suppressed).toHaveLength(0)
  },
)
