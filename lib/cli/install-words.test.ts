import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InstallProblem } from '#lib/skills/server/installing/install-problem.ts'
import { refuse } from '#lib/skills/server/sources/source-refusal.ts'
import { problemLines } from './install-words.ts'
import { shortPath } from './terminal.ts'

const hostile = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\u001b', '\u0085', '\u2028', '\u202e') })

/** Every problem in which a stranger's text can stand. */
const problemsWith = (text: string): InstallProblem[] => [
  { code: 'source', refusal: refuse('skill_not_found', { name: text, offered: [text] }) },
  { code: 'other_name', asked: text, found: text },
  { code: 'other_source', name: text, installed: text, asked: text },
  { code: 'other_publisher', name: text, installed: text, found: text },
  {
    code: 'relations',
    name: 'a',
    problem: { code: 'no_version', other: 'b', wanted: [{ by: 'a', range: text }], found: [text], isHere: false },
  },
  {
    code: 'relations',
    name: 'a',
    problem: {
      code: 'relation',
      name: 'a',
      problem: { code: 'version', other: 'b', range: text, found: text, alsoWanted: [{ by: 'c', range: text }] },
    },
  },
  { code: 'gates', name: text, refusal: text },
  { code: 'differs', name: text, field: text, expected: text, found: text },
  { code: 'folder', problems: [{ file: text, line: 1, column: 1, path: text, message: text, remedy: text }] },
]

test('no text of a stranger makes a second line, or controls the terminal', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const problem of problemsWith(text)) expect(problemLines(problem)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]| {2}/u)
    }),
  )
})

test('a long path is one short line with its beginning and its end', () => {
  const path = `src/${'very-long/'.repeat(30)}main.ts`
  expect(shortPath(path).length).toBeLessThanOrEqual(80)
  expect(shortPath(path)).toMatch(/^src\/very.*….*main\.ts$/)
  expect(shortPath('src/a\n  signed  by a friend.ts')).toBe('src/a signed by a friend.ts')
})
