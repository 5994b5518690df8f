import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { loadSkillFolder } from '../load-skill-folder.ts'
import { readManifestOf } from '../testing/read-manifest-text.ts'

const read = (...lines: string[]) => {
  const result = readManifestOf({ 'SKILL.md': ['---', 'name: x', ...lines, '---', '# How', ''].join('\n') })
  return {
    description: result.ok ? result.manifest.description : undefined,
    warnings: result.warnings.map(({ message }) => message),
  }
}

describe('a frontmatter that is not valid YAML', () => {
  it.each([
    ['Use it for these:', 'Use it for these:'],
    ['[beta] Handles things', '[beta] Handles things'],
    ['**Bold** first, then text', '**Bold** first, then text'],
    ['@user mentions', '@user mentions'],
    ['%d formats', '%d formats'],
    ['`npm run` helper', '`npm run` helper'],
    ['{a} and {b}', '{a} and {b}'],
    ['"Plan" a task, then do it.', '"Plan" a task, then do it.'],
    ['"Use when the user says "do it" now."', 'Use when the user says "do it" now.'],
    ["'Use when the user's plan is old.'", "Use when the user's plan is old."],
    ['Use when: asked\n  and also: later', 'Use when: asked and also: later'],
    ['\n  Use when: asked', 'Use when: asked'],
    ['\n  - One\n  - Two: more', 'One, Two: more'],
  ])('reads the description %j as text, and names its line', (written, expected) => {
    const { description, warnings } = read(`description: ${written}`)
    expect(description).toBe(expected)
    expect(warnings).toEqual(['description in line 3 is not valid YAML and is read as text'])
  })

  it('behaves with the line ends of Windows as with others', () => {
    const lines = ['description: Use when: asked\r\n  or later\r', 'license: MIT\r']
    expect(read(...lines)).toEqual(read(...lines.map((line) => line.replaceAll('\r', ''))))
  })

  it('loses a key that nobody reads, and nothing else', () => {
    expect(read('description: d', 'hooks: {a: [', '  b', 'author: me')).toEqual({
      description: 'd',
      warnings: ['hooks in line 4 is not valid YAML and is read as text', 'is not read here and grants nothing'],
    })
  })

  it.each([
    ['description: !!js/function x', 'a tag'],
    ['description: d\nname: y', 'a second name'],
    ['description: d\ntrust: [llm', 'a wrong level of trust'],
    ['description: d\n<<: *x', 'a merge key'],
    ['description: a: b\n__proto__: x', 'a reserved key'],
  ])('is refused for %j: %s is never guessed', (lines) => {
    expect(read(lines).description).toBeUndefined()
  })

  it('keeps any one-line text as it is written', () => {
    const plain = fc.stringMatching(/^[a-z@*%`[{"'>|][\w :,"'`*@%[\]{}.-]{0,30}[a-z]$/)
    fc.assert(
      fc.property(plain, (text) => {
        const { description = '' } = read(`description: ${text}`)
        const letters = (one: string) => one.replaceAll(/[^a-z]/g, '')
        expect(letters(description)).toBe(letters(text))
      }),
    )
  })
})

it('warns that a text ends at a #, with the text that is not read', () => {
  expect(read('description: Handles issue #12 and more')).toEqual({
    description: 'Handles issue',
    warnings: ['description in line 3 ends before "#12 and more", because # begins a comment'],
  })
  expect(read('description: "Handles issue #12" # a comment').warnings).toEqual([])
  expect(read('description: C# code').warnings).toEqual([])
})

describe('the SKILL.md files of the reference data', needs.referenceData, () => {
  const folder = join(referenceData ?? '', 'cases', 'skill-md')
  const unclear = ['latin1', 'utf16', 'no-front', 'no-opening', 'unclosed', 'multi-doc']
  const names = existsSync(folder) ? readdirSync(folder) : []
  it.each(names)('%s loads, or is refused because nobody can know what it means', async (name) => {
    const loaded = await loadSkillFolder(join(folder, name), { tier: 'untrusted', projectDir: process.cwd() })
    expect(loaded.ok ? '' : loaded.problems.map(({ message }) => message).join(), name).toEqual(
      unclear.includes(name) ? expect.stringMatching(/./) : '',
    )
    const sound = [
      'caps',
      'date-version',
      'indented-all',
      'license-file',
      'lower-file',
      'mixed-file',
      'space-key',
      'tools-glob',
      'yes-name',
      'dots-end',
    ]
    if (loaded.ok && !sound.includes(name)) expect(loaded.warnings.length, name).toBeGreaterThan(0)
  })
})
