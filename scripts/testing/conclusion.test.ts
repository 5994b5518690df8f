import { describe, expect, it } from 'vitest'
import { conclusionOf, failures, mistakeOfSkips, nativeCrash, slowestFiles } from './conclusion.ts'
import type { TestReport } from './test-report.ts'

const data = 'the reference data: set TRAVEL_REFERENCE_DATA to its folder'
const engine = 'a Docker engine: install Docker and start it'
const reportOf = (...reasons: (string | undefined)[]): TestReport => ({
  skipped: reasons.map((reason, at) => ({ test: `a.test.ts > ${at}`, ...(reason === undefined ? {} : { reason }) })),
  failed: [],
  files: [],
})

describe('the last lines of npm test', () => {
  it('say “Everything holds” only if no test was skipped', () => {
    expect(conclusionOf([reportOf(), reportOf()], 65_432)).toBe('Everything holds (65.4 s).\n')
  })

  it('otherwise count the skipped tests of all runs by reason, with the remedy', () => {
    expect(conclusionOf([reportOf(data), reportOf(engine, engine), reportOf()], 27 * 60_000)).toBe(
      [
        'Skipped:',
        '  2 tests need a Docker engine: install Docker and start it',
        '  1 test needs the reference data: set TRAVEL_REFERENCE_DATA to its folder',
        '',
        'All checks that ran passed (27 min); 3 tests were skipped: see above.',
        '',
      ].join('\n'),
    )
  })

  it('use the singular for one skipped test', () => {
    expect(conclusionOf([reportOf(data)], 1000)).toMatch(/; 1 test was skipped: see above\.\n$/)
  })
})

describe('a skip without a reason', () => {
  it('is reported with the test’s name and the remedy', () => {
    expect(mistakeOfSkips(reportOf(data, undefined, ''))).toMatch(
      /^2 tests were skipped without a reason:\n {2}a\.test\.ts > 1\n {2}a\.test\.ts > 2\nGive each its reason/,
    )
  })

  it('is not reported when every skipped test has a reason or no test is skipped', () => {
    expect(mistakeOfSkips(reportOf(data, engine))).toBeUndefined()
    expect(mistakeOfSkips(reportOf())).toBeUndefined()
  })
})

it('lists each failed test with its error, and returns no text if no test failed', () => {
  const failed = ['a', 'b'].map((name) => ({ test: `${name}.test.ts > holds`, message: `${name} is wrong` }))
  expect(failures({ ...reportOf(), failed })).toBe(
    '\n\n2 tests failed:\n  a.test.ts > holds: a is wrong\n  b.test.ts > holds: b is wrong',
  )
  expect(failures(reportOf(data))).toBe('')
})

it('repeats the fatal error of a crashed Node process, and returns no text without a crash', () => {
  const crash = '# Fatal error in , line 0\n# Check failed: node->IsInUse().\n#\n 1: 0x1157651 [node]'
  expect(nativeCrash(`✓ a test\n#\n#\n${crash}\n`)).toBe(`\n\n${crash}`)
  expect(nativeCrash(`${crash}\n${'more\n'.repeat(100)}`).split('\n')).toHaveLength(32)
  expect(nativeCrash('✓ says "# Fatal error in" of a crash')).toBe('')
})

it('lists the fifteen slowest files, slowest first', () => {
  const files = Array.from({ length: 20 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at + 0.25 }))
  const lines = slowestFiles(files).split('\n')
  expect(lines.slice(0, 2)).toEqual(['    19.3 s  19.test.ts', '    18.3 s  18.test.ts'])
  expect(lines[14]).toBe('     5.3 s  5.test.ts')
  expect(lines.slice(15)).toEqual([''])
})
