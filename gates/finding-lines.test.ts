import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkSkill } from './check-skill.ts'
import { findingLines } from './finding-lines.ts'
import { loadRules } from './load-rules.ts'

const rules = loadRules()
const scenario = (name: string) => checkSkill(join(import.meta.dirname, 'scenarios', name), { rules })
const why = 'The skill reaches stats.fare-compare.io, which its manifest does not declare.'
const place = 'skills/undeclared-egress/src/main.py:8:14: TRAVEL-002 undeclared-egress: '

it('names the place, the rule and the skill of each finding that decides', async () => {
  const check = await scenario('undeclared-egress')
  expect(findingLines('skills/undeclared-egress', check, false)).toEqual([`${place}${why}`])
  expect(findingLines('clean', await scenario('clean-search'), true)).toEqual([])
})

it('annotates the line in a workflow of GitHub', async () => {
  const check = await scenario('undeclared-egress')
  expect(findingLines('skills/undeclared-egress', check, true)).toEqual([
    `::error file=skills/undeclared-egress/src/main.py,line=8,col=14,title=TRAVEL-002 undeclared-egress::${place}${why}`,
  ])
})

it('no text of a skill ends its line or its annotation', async () => {
  const check = await scenario('undeclared-egress')
  const findings = check.findings.map((finding) => ({ ...finding, file: 'a,line=1::x\n::stop-commands::y%0A' }))
  const [line = ''] = findingLines('', { ...check, findings }, true)
  expect(line).not.toContain('\n')
  expect(line).toMatch(/^::error file=a%2Cline=1%3A%3Ax�%3A%3Astop-commands%3A%3Ay%250A,line=8,/)
})
