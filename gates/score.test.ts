import { expect, it } from 'vitest'
import { decisive, scoreOf } from './score.ts'
import { makeFinding } from './testing/make-finding.ts'

it('admits a skill without findings', () => {
  expect(scoreOf([])).toEqual({ points: 0, verdict: 'admit', chains: [] })
})

it('counts a rule once, with its most certain finding', () => {
  const found = [
    makeFinding({ confidence: 'low' }),
    makeFinding({ line: 2 }),
    makeFinding({ line: 3, confidence: 'medium' }),
  ]
  expect(scoreOf(found).points).toBe(20)
})

it('never blocks for findings of medium severity alone, however many rules report', () => {
  const found = Array.from({ length: 50 }, (_, index) => makeFinding({ rule: `A-${index}` }))
  expect(scoreOf(found)).toMatchObject({ points: 60, verdict: 'review' })
})

it('blocks for two findings of high severity, for one critical finding, and for a finding that always blocks', () => {
  const high = makeFinding({ severity: 'high' })
  expect(scoreOf([high]).verdict).toBe('review')
  expect(scoreOf([high, makeFinding({ severity: 'high', rule: 'B-RULE' })]).verdict).toBe('block')
  expect(scoreOf([high, makeFinding({ rule: 'B-RULE' })])).toMatchObject({ points: 70, verdict: 'block' })
  expect(scoreOf([makeFinding({ severity: 'critical' })]).verdict).toBe('block')
  expect(scoreOf([makeFinding({ severity: 'low', blocks: true })]).verdict).toBe('block')
})

it('lists the steps of a chain, and gives more points if they are in one file', () => {
  const reads = makeFinding({ severity: 'info', rule: 'READS-KEY', signals: ['reads-secret'], line: 4 })
  const sends = makeFinding({ severity: 'info', rule: 'SENDS-DATA', signals: ['sends'], line: 9 })
  expect(scoreOf([reads, sends])).toMatchObject({
    points: 100,
    verdict: 'block',
    chains: [{ id: 'CHAIN-SECRET-SENT', links: ['a.py:4 READS-KEY', 'a.py:9 SENDS-DATA'] }],
  })
  expect(scoreOf([reads, { ...sends, file: 'b.py' }])).toMatchObject({ points: 60, verdict: 'review' })
})

it('does not count a mention as a step of a chain', () => {
  const reads = makeFinding({ severity: 'info', signals: ['reads-secret'], confidence: 'low' })
  const sends = makeFinding({ severity: 'info', rule: 'SENDS-DATA', signals: ['sends'] })
  expect(scoreOf([reads, sends]).chains).toEqual([])
})

it('does not take one rule for two steps of a chain', () => {
  const both = makeFinding({ severity: 'info', signals: ['reads-secret', 'sends'] })
  expect(scoreOf([both, { ...both, line: 2 }]).chains).toEqual([])
  expect(scoreOf([both, { ...both, rule: 'B-RULE' }]).chains).toMatchObject([{ id: 'CHAIN-SECRET-SENT' }])
})

it('sends a skill to review, and never blocks it, for what only raises doubt', () => {
  const doubt = makeFinding({ severity: 'info', rule: 'OVERSTEPS', signals: ['oversteps'] })
  const leaks = ['LEAK-A', 'LEAK-B'].map((rule) => makeFinding({ severity: 'info', rule, signals: ['leaks-secret'] }))
  expect(scoreOf([doubt])).toMatchObject({ points: 40, verdict: 'review', chains: [{ id: 'CHAIN-OVERSTEPS' }] })
  expect(scoreOf([doubt, ...leaks, makeFinding({ severity: 'high' })])).toMatchObject({ points: 69, verdict: 'review' })
  expect(scoreOf([doubt, makeFinding({ severity: 'critical' })])).toMatchObject({ points: 100, verdict: 'block' })
})

it('names the findings that decide, also those that give points only in a chain', () => {
  const doubt = makeFinding({ severity: 'info', rule: 'OVERSTEPS', signals: ['oversteps'] })
  const other = makeFinding({ severity: 'info', rule: 'SENDS-DATA', signals: ['sends'] })
  const findings = [doubt, other, makeFinding({ severity: 'low', rule: 'WEAK' })]
  const { chains } = scoreOf(findings)
  expect(decisive({ findings, chains }).map(({ rule }) => rule)).toEqual(['OVERSTEPS', 'WEAK'])
})
