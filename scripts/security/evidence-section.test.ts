import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bypassCases, undeclaredDomainGroup } from '#runner/runtimes/container/testing/bypass/cases.ts'
import { root } from '../steps.ts'
import { withEvidence } from './evidence-section.ts'
import { gateEvidence } from './gate-evidence.ts'

const document = readFileSync(join(root, 'SECURITY_POLICY.md'), 'utf8')
const row = { mode: 'socket', group: 'Names', tried: 'an undeclared name', seen: 'blocked' }
const gates = await gateEvidence()
const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('|'))
/** The text between the markers. */
const evidenceOf = (text: string) =>
  text.split(/<!-- evidence: .* -->\n/)[1]?.split('<!-- end of evidence -->')[0] ?? ''
/** Removes the escapes and padding of the tables. */
const plain = (text: string) => text.replaceAll('\\', '').replace(/ +/g, ' ')

describe('the evidence in SECURITY_POLICY.md', () => {
  it.each(Object.entries(bypassCases))('has a row for every case of the suite: %s', (_, cases) => {
    const evidence = plain(evidenceOf(document))
    expect(cases.filter(({ tried }) => !evidence.includes(`| ${plain(tried)} |`)).map(({ tried }) => tried)).toEqual([])
  })

  it('has the current gate verdicts on the pull requests of scenarios 1 to 3', () => {
    const evidence = plain(evidenceOf(document))
    for (const { tried, exitCode, seen } of gates) {
      expect(evidence).toContain(`| ${plain(tried)} |`)
      expect(evidence).toContain(`| ${exitCode} | ${plain(seen)} |`)
    }
    expect(gates.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1, 0])
  })

  it('starts with the call to an undeclared domain', () => {
    const [first = ''] = evidenceOf(document).trim().split('\n')
    expect(first).toBe(`### Scenario 4: a${undeclaredDomainGroup.slice(1)} → blocked`)
  })

  it('is replaced without any other change to the document', () => {
    const once = withEvidence(document, [row], gates)
    expect(withEvidence(once, [row], gates)).toBe(once)
    expect(withEvidence(once, [], gates)).not.toContain('| an undeclared name | blocked | socket |')
    const others = (text: string) => text.replace(evidenceOf(text), '')
    expect(others(once)).toBe(others(document))
  })

  it('has one row for all modes with the same result', () => {
    const other = { ...row, mode: 'bridge' }
    const names = (rows: (typeof row)[]) =>
      rowsOf(withEvidence(document, rows, gates)).filter((line) => /\| blocked|elsewhere/.test(line))
    expect(names([row, other])).toEqual(['| an undeclared name | blocked | bridge, socket |'])
    expect(names([row, { ...other, seen: 'elsewhere' }])).toHaveLength(2)
    // Resolvers request A and AAAA records in an order that differs from run to run.
    const asked = (mode: string, type: string) => ({
      ...row,
      mode,
      seen: `blocked: "x" (${type}), which is undeclared`,
    })
    expect(names([asked('socket', 'A'), asked('bridge', 'AAAA')])).toEqual([
      '| an undeclared name | blocked: "x", which is undeclared | bridge, socket |',
    ])
  })

  it('contains the attack’s text escaped', () => {
    const hostile = { ...row, seen: '<b>|[x](https://evil.example)`\n' }
    expect(withEvidence(document, [hostile], gates)).toContain('| \\<b\\>\\|\\[x\\](https://evil.example)\\`')
  })

  it('cannot be written into a document without the evidence markers', () => {
    expect(() => withEvidence('# Security policy', [row], gates)).toThrow('must contain each of these two lines once')
  })
})
