import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { createRuleSet, loadRules } from './load-rules.ts'

const rule = {
  ...{ id: 'A-RULE', class: 'code-execution', severity: 'high', confidence: 'high' },
  ...{ why: 'A reason for the rule.', remedy: 'Remove it.', match: [{ kind: 'file', is: 'link' }] },
}

it('reads the rule of each folder, and refuses one that is none or that has another name', async () => {
  await using made = await mkdtempDisposable(join(tmpdir(), 'travel-rules-'))
  const write = (text: object) => writeFile(join(made.path, 'a-rule/rule.yaml'), stringify(text))
  await mkdir(join(made.path, 'a-rule'))
  await writeFile(join(made.path, 'notes.md'), 'no rule')
  await write(rule)
  const { rules } = loadRules(made.path)
  expect(rules.map(({ id }) => id)).toEqual(['A-RULE'])
  expect(() => createRuleSet([...rules, ...rules])).toThrow('Two rules have the id A-RULE')
  await write({ ...rule, severity: 'grave' })
  expect(() => loadRules(made.path)).toThrow('is not a rule')
  await write({ ...rule, id: 'B-RULE' })
  expect(() => loadRules(made.path)).toThrow('has the id of another folder: B-RULE')
})

it('names the rule whose pattern is not RE2', () => {
  const text = {
    kind: 'text',
    in: ['prose'],
    near: ['a'],
    pattern: '(?=a)',
    around: 'line',
    warnings: 'count',
    mentions: 'count',
  } as const
  const [broken] = createRuleSet([
    {
      ...rule,
      class: 'code-execution',
      severity: 'high',
      confidence: 'high',
      signals: [],
      blocks: false,
      match: [{ ...text, in: ['prose'], near: ['a'] }],
    },
  ]).text
  expect(() => broken?.pattern()).toThrow('The pattern of A-RULE is not RE2')
})
