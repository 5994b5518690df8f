import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bypassCases, undeclaredDomainGroup } from '#runner/runtimes/container/testing/bypass/cases.ts'
import { root } from '../steps.ts'
import { gateEvidence } from './gate-evidence.ts'
import { promisesIn, testFiles } from './promises.ts'
import { bypassTables, withScenarios } from './tables.ts'

const policy = readFileSync(join(root, 'SECURITY_POLICY.md'), 'utf8')
const gates = await gateEvidence()
const row = { mode: 'socket', group: undeclaredDomainGroup, tried: 'a name', seen: 'blocked' }
/** The rows of the tables, without escapes and padding. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll('\\', '').replace(/ +/g, ' '))

test('every promise of the policy names tests, and each of them exists', () => {
  const files = testFiles()
  const promises = promisesIn(policy)
  expect(promises.length).toBeGreaterThan(80)
  expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(promises.flatMap(({ tests }) => tests).filter((name) => !files.has(name))).toEqual([])
})

test('a promise ends with the names of its tests, and nothing else counts as one', () => {
  const text =
    '# P\n\n## Promises\n\n- **A** (`b`)\n  holds. (`c`,\n  `d.e`)\n- **F.** No (`g`) test.\n\n## Not\n\n- H. (`i`)\n'
  expect(promisesIn(text)).toEqual([
    { says: '**A** (`b`) holds.', tests: ['c', 'd.e'] },
    { says: '**F.** No (`g`) test.', tests: [] },
  ])
})

test('the policy has the current verdicts of the gates, and a row for each call to an undeclared domain', () => {
  const rows = rowsOf(policy)
  for (const { scenario, tried, seen } of gates) {
    expect(rows).toContain(`| ${scenario === 0 ? 'without fault' : scenario} | ${tried} | ${seen} | gates |`)
  }
  expect(gates.map(({ scenario }) => scenario)).toEqual([1, 2, 3, 0])
  for (const { tried } of bypassCases[undeclaredDomainGroup] ?? []) {
    expect(rows.filter((line) => line.startsWith(`| 4 | ${tried} | EGRESS_BLOCKED: `))).not.toEqual([])
  }
})

test('the table of the scenarios is replaced without any other change to the policy', () => {
  const once = withScenarios(policy, [row], gates)
  expect(withScenarios(once, [row], gates)).toBe(once)
  expect(rowsOf(once)).toContain('| 4 | a name | blocked | socket |')
  const others = (text: string) => text.replace(/<!-- evidence: .*<!-- end of evidence -->/s, '')
  expect(others(once)).toBe(others(policy))
  expect(() => withScenarios('# Security policy', [row], gates)).toThrow('must contain each of these two lines once')
})

test('an attack has one row for all modes with the same result, and its text is escaped', () => {
  const other = { ...row, mode: 'bridge' }
  const names = (...rows: (typeof row)[]) => rowsOf(bypassTables(rows)).filter((line) => line.startsWith('| a name'))
  expect(names(row, other)).toEqual(['| a name | blocked | bridge, socket |'])
  expect(names(row, { ...other, seen: 'elsewhere' })).toHaveLength(2)
  // Resolvers request A and AAAA records in an order that differs from run to run.
  const asked = (mode: string, type: string) => ({ ...row, mode, seen: `blocked: "x" (${type}), which is undeclared` })
  expect(names(asked('socket', 'A'), asked('bridge', 'AAAA'))).toEqual([
    '| a name | blocked: "x", which is undeclared | bridge, socket |',
  ])
  expect(bypassTables([{ ...row, seen: '<b>|[x](https://evil.example)`\n' }])).toContain(
    '| \\<b\\>\\|\\[x\\](https://evil.example)\\`',
  )
})
