import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Finding, Signal, severities } from './finding.ts'
import { keepFindings } from './keep-findings.ts'
import { scoreOf } from './score.ts'
import { makeFinding } from './testing/make-finding.ts'

const someFinding = fc
  .record({
    rule: fc.constantFrom('A-A', 'B-B', 'C-C', 'D-D'),
    file: fc.constantFrom('a.py', 'b.py', 'c.md'),
    line: fc.nat(9),
    severity: fc.constantFrom(...severities),
    confidence: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
    blocks: fc.constantFrom(false, false, false, true),
    signals: fc.subarray([...Signal.options].slice(0, 12)),
  })
  .map((part) => makeFinding({ class: 'evasion', ...part }))
  // All findings of a rule have the same signals.
  .map((finding) => ({ ...finding, signals: signalsOf[finding.rule] ?? [] }))
const signalsOf: Record<string, Finding['signals']> = {
  'A-A': ['reads-secret', 'decodes'],
  'B-B': ['sends', 'executes'],
  'C-C': ['drops', 'hides'],
  'D-D': ['conceals', 'instructs'],
}

it('keeps the verdict, the points and the chains, however many findings it leaves out', () => {
  fc.assert(
    fc.property(fc.array(someFinding, { maxLength: 40 }), fc.integer({ min: 0, max: 600 }), (findings, noise) => {
      const flood = Array.from({ length: noise }, (_, line) => ({ ...flooding, line }))
      const all = [...flood, ...findings]
      const kept = keepFindings(all)
      expect(kept?.length).toBeLessThanOrEqual(500)
      const short = ({ points, verdict, chains }: ReturnType<typeof scoreOf>) => [
        points,
        verdict,
        chains.map(({ id }) => id),
      ]
      expect(short(scoreOf(kept ?? []))).toEqual(short(scoreOf(all)))
    }),
  )
})
const flooding = makeFinding({ severity: 'critical', confidence: 'low' })

it('returns undefined for more than 5,000 pairs of rule and file', () => {
  const findings = Array.from({ length: 5001 }, (_, index) => ({ ...flooding, file: `${index}.py` }))
  expect(keepFindings(findings)).toBeUndefined()
  expect(keepFindings(findings.slice(1))).toHaveLength(5000)
})
