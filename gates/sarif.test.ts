import { expect, it } from 'vitest'
import type { Finding } from './finding.ts'
import type { SkillCheck } from './judge.ts'
import { loadRules } from './load-rules.ts'
import { sarifOf } from './sarif.ts'
import { makeFinding } from './testing/make-finding.ts'

const rules = loadRules()
const [known] = rules.rules
const checkOf = (findings: readonly Finding[]): SkillCheck => ({
  name: 'helper',
  digest: 'd',
  engine: { version: 7, rules: 'r' },
  verdict: 'block',
  gates: {},
  chains: [],
  findings,
  suppressed: [],
})

it('gives each finding its rule, level, path and excerpt, and leaves out what only informs', () => {
  const found = [
    makeFinding({ rule: 'OWN-RULE', why: 'It is bad.', remedy: 'Remove it.', excerpt: 'eval(x)' }),
    makeFinding({ rule: 'OWN-RULE', severity: 'low', blocks: true, file: '', line: 2 }),
    makeFinding({ rule: 'INFO-RULE', severity: 'info', line: 3 }),
  ]
  const checked = [{ folder: 'skills/my helper', check: checkOf(found) }]
  expect(sarifOf(checked, { ...rules, rules: known ? [known] : [] })).toMatchObject({
    runs: [
      {
        tool: {
          driver: {
            semanticVersion: '7.0.0',
            rules: [
              { id: known?.id, shortDescription: { text: known?.why }, help: { text: known?.remedy } },
              { id: 'INFO-RULE', defaultConfiguration: { level: 'note' } },
              { id: 'OWN-RULE', properties: { tags: ['security', 'exfiltration'] } },
            ].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
          },
        },
        results: [
          {
            ...{ ruleId: 'OWN-RULE', level: 'warning', message: { text: 'It is bad. Remove it.' } },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'skills/my%20helper/a.py' },
                  region: { startLine: 1, startColumn: 1, snippet: { text: 'eval(x)' } },
                },
              },
            ],
          },
          {
            level: 'error',
            locations: [
              { physicalLocation: { artifactLocation: { uri: 'skills/my%20helper' }, region: { startLine: 2 } } },
            ],
          },
        ],
      },
    ],
  })
})

it('shows no excerpt of a finding without one', () => {
  const checked = [{ folder: 'a', check: checkOf([makeFinding({ excerpt: '' })]) }]
  expect(JSON.stringify(sarifOf(checked, rules))).not.toContain('snippet')
})

it('describes a rule that found nothing, and an empty check', () => {
  expect(sarifOf([], rules)).toMatchObject({
    runs: [{ tool: { driver: { semanticVersion: '0.0.0' } }, results: [], properties: { verdicts: [] } }],
  })
})
