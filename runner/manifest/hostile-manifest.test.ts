import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatProblem } from './manifest-problem.ts'
import { readManifestText } from './testing/read-manifest-text.ts'

const base = `name: x
version: "0.1.0"
description: Does a thing.
risk_level: low
entry: src/main.ts
`
const read = (text: string) => readManifestText(text)
const problemsOf = (text: string): string[] => {
  const result = read(text)
  return result.ok ? [] : result.problems.map(formatProblem)
}

describe('a hostile text', () => {
  it.each<[string, string, string]>([
    ['duplicate keys', `${base}name: z\n`, ':6:1 name: stands here for the second time'],
    ['a prototype key', '__proto__: { a: 1 }\n', ':1:1 __proto__: is a key that no manifest may have'],
    [
      'a constructor key deep inside',
      `${base}limits: { constructor: 1 }`,
      'limits.constructor: is a key that no manifest',
    ],
    ['a merge key', 'a: &a { b: 1 }\nc: { <<: *a }', 'is a merge key'],
    ['a tag', 'name: !!js/function "x"', 'name: has a tag'],
    ['a directive', '%YAML 1.1\n---\nname: yes', ':1:1 has a YAML directive'],
    ['two documents', 'a: 1\n---\nb: 2', 'has a second document'],
    ['deep nesting', `a: ${'['.repeat(5000)}`, 'is nested deeper than 32 levels'],
    ['deep blocks', '- '.repeat(20_000), 'is nested deeper than 32 levels'],
    ['an alias of what it is part of', 'a: &a [*a]', 'stands for too many values'],
    ['an alias of nothing', 'a: *b', 'refers to "b", which stands nowhere before it'],
    ['too long', 'a'.repeat(70_000), 'is longer than 64 KB'],
    ['a key that is a list', '? [a]\n: 1', 'has a key that is not a text'],
    ['nothing', '', 'is not a map of keys and values'],
    ['a list', '- a', 'is not a map of keys and values'],
    ['terminal escapes in a key', `"\\e[2Jx": 1`, '"�[2Jx": unknown key'],
  ])('with %s gets an error with its line', (_, text, expected) => {
    expect(problemsOf(text).join('\n')).toContain(expected)
  })

  it('with exploding aliases is refused', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`)
    expect(problemsOf(`a0: &a0 [lol]\n${rows.join('\n')}`)[0]).toContain('stands for too many values')
  })

  it('leaves no trace on objects', () => {
    read('__proto__: { polluted: true }\nconstructor: { prototype: { polluted: true } }')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('never makes the reader throw: any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const result = read(text)
        if (!result.ok) expect(result.problems.length).toBeGreaterThan(0)
      }),
    )
  })

  it('never makes the reader throw: YAML marks in any order', () => {
    const marks = [
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '!!map ',
      '|',
      '>',
      '"',
      "'",
      '#',
      '%',
      '---',
      '...',
      '? ',
      ',',
      '<<',
      '\t',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 40 }), (parts) => {
        const result = read(parts.join(''))
        if (!result.ok)
          for (const { line, column } of result.problems) expect(Math.min(line, column)).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })

  it('never makes the reader throw: any value in any field', () => {
    const fields = [
      'name',
      'version',
      'permissions',
      'limits',
      'credentials',
      'input_schema',
      'runtimes',
      'confirmation',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.json({ maxDepth: 4 }), (field, json) => {
        const result = read(`${base}${field}: ${json}\n`)
        if (!result.ok) expect(result.problems.every(({ remedy }) => remedy !== '')).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

const reference = join(process.env.TRAVEL_REFERENCE_DATA ?? '/nowhere', 'security/yaml-hostile')
describe.runIf(existsSync(reference))('the hostile files of the reference data', () => {
  it.each(existsSync(reference) ? readdirSync(reference) : [])('%s is refused, with a line', (name) => {
    const problems = problemsOf(readFileSync(join(reference, name), 'utf8'))
    expect(problems[0]).toMatch(/^skills\/x\/skill\.yaml:\d+:\d+ /)
  })
})
