import { expect, it } from 'vitest'
import { gates } from './finding.ts'
import { judge } from './judge.ts'
import { makeFinding } from './testing/make-finding.ts'

const evil = makeFinding({ rule: 'A-RULE', severity: 'critical', blocks: true })
const unread = makeFinding({ ...evil, rule: 'FILE-BEYOND-BOUNDS' })
const evidence = { name: 'helper', digest: 'd', rulesVersion: 'r', findings: [evil] }

it('judges each gate by its own findings, and only those that are asked for', () => {
  const all = judge(evidence, {})
  expect(Object.keys(all.gates)).toEqual(gates)
  expect(Object.values(all.gates).map(({ verdict }) => verdict)).toEqual(
    gates.map((gate) => (gate === 'scanner' ? 'block' : 'admit')),
  )
  expect(all.verdict).toBe('block')
  const [other] = gates.filter((gate) => gate !== 'scanner')
  expect(judge(evidence, { only: other })).toMatchObject({ verdict: 'admit', gates: { [other ?? '']: { points: 0 } } })
  expect(Object.keys(judge(evidence, { only: 'scanner' }).gates)).toEqual(['scanner'])
})

it('accepts a finding only by its rule, for its skill or digest, until the day of the suppression', () => {
  const shared = { rule: 'A-RULE', reason: 'a reason', expires: '2027-01-31' }
  const [byDigest, bySkill] = [
    { ...shared, digest: 'd' },
    { ...shared, skill: 'helper' },
  ]
  const accepted = (suppression: typeof byDigest | typeof bySkill, today?: string, findings = [evil]) =>
    judge({ ...evidence, findings }, { suppressions: [suppression], today })
  for (const suppression of [byDigest, bySkill]) {
    expect(accepted(suppression, '2027-01-31')).toMatchObject({
      ...{ verdict: 'admit', findings: [], suppressed: [{ finding: evil, suppression }] },
    })
    expect(accepted(suppression, '2027-02-01')).toMatchObject({ verdict: 'block', findings: [evil], suppressed: [] })
    expect(accepted(suppression)).toMatchObject({ verdict: 'block', suppressed: [] })
    const never = { ...suppression, rule: unread.rule }
    expect(accepted(never, '2027-01-31', [unread])).toMatchObject({ verdict: 'block', suppressed: [] })
    expect(accepted({ ...suppression, rule: 'B-RULE' }, '2027-01-31')).toMatchObject({ verdict: 'block' })
  }
  expect(accepted({ ...byDigest, digest: 'e' }, '2027-01-31')).toMatchObject({ verdict: 'block' })
  expect(accepted({ ...bySkill, skill: 'other' }, '2027-01-31')).toMatchObject({ verdict: 'block' })
})
