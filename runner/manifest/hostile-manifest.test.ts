import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { parseYaml } from './dialects/parse-yaml.ts'
import { explainIssue } from './explain-issue.ts'
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
    ['duplicate keys', `${base}name: z\n`, ':6:1 name: is a duplicate key'],
    ['a prototype key', '__proto__: { a: 1 }\n', ':1:1 __proto__: is a reserved name'],
    ['a constructor key deep inside', `${base}limits: { constructor: 1 }`, 'limits.constructor: is a reserved name'],
    ['a merge key', 'a: &a { b: 1 }\nc: { <<: *a }', 'is a merge key'],
    ['a tag', 'name: !!js/function "x"', ':1:7 has a YAML tag'],
    ['a tag on a key', '!!str name: x', ':1:1 has a YAML tag'],
    ['a tag of YAML 1.1', 'a: !!omap\n  - 1\n', ':1:4 has a YAML tag'],
    ['a tag that is written out', 'a: !<tag:yaml.org,2002:pairs> [[a, b]]', ':1:4 has a YAML tag'],
    ['a directive', '%YAML 1.1\n---\nname: yes', ':1:1 has a YAML directive'],
    ['two documents', 'a: 1\n---\nb: 2', 'has a second document'],
    ['deep nesting', `a: ${'['.repeat(5000)}`, 'is nested deeper than 32 levels'],
    ['deep blocks', '- '.repeat(20_000), 'is nested deeper than 32 levels'],
    ['deep keys in braces', `{${'a: '.repeat(2180)}}`, 'is nested deeper than 32 levels'],
    [
      'deep keys',
      Array.from({ length: 60 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      'nested deeper than 32',
    ],
    ['too many YAML tokens', '{'.concat('&a '.repeat(20_000), '}'), 'has more than 16,384 YAML tokens'],
    ['an alias of its own parent', 'a: &a [*a]', 'expands to too many values'],
    ['an undefined alias', 'a: *b', 'refers to "b", which is not defined before it'],
    ['more than 64 KB', 'a'.repeat(70_000), 'is longer than 64 KB'],
    ['a key that is a list', '? [a]\n: 1', 'has a key that is not text'],
    ['no content', '', 'is not a map of keys and values'],
    ['a list at the top level', '- a', 'is not a map of keys and values'],
    ['a byte order mark and carriage returns', '\ufeffname: x\r\nname: z\r\n', ':2:1 name: is a duplicate key'],
    ['terminal escapes in a key', `"\\e[2Jx": 1`, '"�[2Jx": unknown key'],
  ])('with %s gets an error with its line', (_, text, expected) => {
    const problems = problemsOf(text)
    expect(problems.join('\n')).toContain(expected)
    expect(problems[0]).toMatch(/^skills\/x\/skill\.yaml:\d+:\d+ /)
  })

  it('with exponentially expanding aliases is refused', () => {
    const rows = Array.from({ length: 12 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`)
    expect(problemsOf(`a0: &a0 [lol]\n${rows.join('\n')}`)[0]).toContain('expands to too many values')
  })

  // If paths were joined into strings, this would practically never end: the JavaScript engine's hash tables are slow
  // for long strings of equal length.
  it('with a key of 20,000 characters above thousands of values is read to its end', () => {
    const row = `[${'1,'.repeat(100)}]`
    const text = `a: &a ${row}\n? "${'x'.repeat(20_000)}"\n: [${'*a,'.repeat(90)}]\n`
    expect(problemsOf(text).join('\n')).toContain('x…": unknown key')
  })

  // There would be two million problems without the limit.
  it('with invalid keys in every alias is read up to the fiftieth problem', () => {
    const keys = Array.from({ length: 1_000 }, (_, index) => `${index}: 1`).join()
    const text = `a: &a {${keys}}\nb: [${'*a,'.repeat(2_000)}]\n`
    const parsed = parseYaml(text)
    const problems = parsed.ok ? [] : parsed.problems
    expect(problems).toHaveLength(50)
    expect(problems[48]).toMatchObject({ path: 'a', message: 'has a key that is not text' })
    expect(problems[49]).toMatchObject({ path: '', message: 'more problems follow' })
  })

  it.each([']', '[]', '}', '? ', '{} ', '*a ', '"" ', '---\n', '%\n', '\n', '#\n'])(
    'of 64 KB that repeats %j is read only up to the first stray token, or up to 16,384 tokens',
    (mark) => {
      const problems = problemsOf(mark.repeat(Math.floor(65_536 / mark.length)))
      expect(problems).toHaveLength(1)
    },
  )

  it('does not change Object.prototype', () => {
    read('__proto__: { polluted: true }\nconstructor: { prototype: { polluted: true } }')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('never makes the reader throw, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const result = read(text)
        if (!result.ok) expect(result.problems.length).toBeGreaterThan(0)
      }),
    )
  })

  it('never makes the reader throw, with YAML tokens in any order', () => {
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
      '!!omap ',
      '!!pairs ',
      '!!set ',
      '!!binary ',
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
      { numRuns: 200 },
    )
  })

  it('never makes the reader throw, with any value in any field', () => {
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
      { numRuns: 150 },
    )
  })
})

it('the known keys are read once, however many keys of a map are unknown', () => {
  let reads = 0
  const facts = {
    get schema() {
      reads += 1
      return { properties: { name: {} } }
    },
    ...{ folderName: 'x', valueAt: () => ({}), sourceAt: () => undefined },
  }
  const keys = Array.from({ length: 1000 }, (_, n) => `key-${n}`)
  const found = explainIssue({ code: 'unrecognized_keys', keys, path: [], input: {}, message: '' }, facts)
  expect(found.map(({ path: [key] }) => key)).toEqual(keys)
  expect(reads).toBe(1)
})

describe('the hostile files of the reference data', needs.referenceData, () => {
  const folder = join(referenceData ?? '', 'security/yaml-hostile')

  it.each(referenceData === undefined ? [] : readdirSync(folder))('%s is refused with a line number', (name) => {
    const problems = problemsOf(readFileSync(join(folder, name), 'utf8'))
    expect(problems[0]).toMatch(/^skills\/x\/skill\.yaml:\d+:\d+ /)
  })
})
