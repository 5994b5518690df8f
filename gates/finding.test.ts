import { expect, it } from 'vitest'
import { compareFindings, excerptOf } from './finding.ts'
import { makeFinding } from './testing/make-finding.ts'

it('orders by file, line, column and rule', () => {
  const ordered = [
    makeFinding({ file: 'a.py', line: 9, column: 9, rule: 'Z-Z' }),
    makeFinding({ file: 'b.py', line: 1, column: 9, rule: 'Z-Z' }),
    makeFinding({ file: 'b.py', line: 2, column: 1, rule: 'Z-Z' }),
    makeFinding({ file: 'b.py', line: 2, column: 2, rule: 'A-A' }),
    makeFinding({ file: 'b.py', line: 2, column: 2, rule: 'B-B' }),
  ]
  expect(ordered.toReversed().sort(compareFindings)).toEqual(ordered)
  expect(compareFindings(makeFinding(), makeFinding())).toBe(0)
})

it('shows one printable line of at most 160 characters, also of wide ones', () => {
  expect(excerptOf(' a\n\tb\u202ec ')).toBe('a b\uFFFDc')
  expect(excerptOf('🛫'.repeat(160))).toBe('🛫'.repeat(160))
  expect(excerptOf('🛫'.repeat(161))).toBe(`${'🛫'.repeat(159)}…`)
})
