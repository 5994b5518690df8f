import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { needs, referenceData } from '../../../scripts/testing/needs.ts'
import { formatProblem } from '../manifest-problem.ts'
import { checkAgentSkill } from './agent-skill-rules.ts'

const check = (text: string | Uint8Array, name = 'x', file = 'SKILL.md') =>
  checkAgentSkill(new Map([[file, Buffer.from(text)]]), { name, pathOf: (inside) => inside }).map(formatProblem)
const skillMd = (yaml: string) => `---\n${yaml}\n---\nBody\n`
const plain = 'name: x\ndescription: d'

describe('a SKILL.md that is published', () => {
  it.each<[string, string, string?]>([
    ['with name and description', skillMd(plain)],
    [
      'with every key',
      skillMd(`${plain}\nlicense: MIT\ncompatibility: git\nallowed-tools: Read\nmetadata:\n  version: "1.0"`),
    ],
    ['with values that YAML reads as numbers or booleans', skillMd(`${plain}\nmetadata:\n  version: 1.0\n  on: true`)],
    ['with a name in a non-Latin script', skillMd('name: 技能\ndescription: d'), '技能'],
    ['with a name in full-width letters', skillMd('name: ｘ\ndescription: d'), 'x'],
    ['with carriage returns', skillMd(plain).replaceAll('\n', '\r\n')],
    ['with a description of 1,024 emoji', skillMd(`name: x\ndescription: ${'🌐'.repeat(1024)}`)],
    ['with three hyphens in its description', skillMd('name: x\ndescription: a --- b')],
    ['with a block scalar', skillMd('name: x\ndescription: >-\n  a: b\n  c')],
  ])('%s passes', (_, text, name) => {
    expect(check(text, name)).toEqual([])
  })

  it.each<[string, string, string, string?]>([
    [
      'with an unknown key',
      skillMd(`${plain}\nversion: "1.0"`),
      'SKILL.md:4:1 version: is not a key of the Agent Skills format',
    ],
    ['with braces', skillMd(`${plain}\nmetadata: {"a": "b"}`), 'SKILL.md:4:11 uses braces or brackets'],
    ['with brackets', skillMd(`${plain}\nallowed-tools: [Read]`), 'SKILL.md:4:16 uses braces or brackets'],
    ['with an anchor', skillMd('name: x\ndescription: &a d'), 'uses a YAML anchor or alias'],
    ['with a tag', skillMd('name: x\ndescription: !!str d'), 'has a YAML tag'],
    ['with a duplicate key', skillMd(`${plain}\nname: x`), 'is a duplicate key'],
    ['with an unquoted colon in a value', skillMd('name: x\ndescription: Use when: needed'), 'SKILL.md:3:'],
    ['with a name in upper case', skillMd('name: X\ndescription: d'), 'is not lower case', 'X'],
    ['with a hyphen at the start', skillMd('name: -x\ndescription: d'), 'starts or ends with a hyphen', '-x'],
    ['with two hyphens', skillMd('name: x--y\ndescription: d'), 'two hyphens in a row', 'x--y'],
    ['with an underscore', skillMd('name: x_y\ndescription: d'), 'characters other than letters', 'x_y'],
    ['with a long name', skillMd(`name: ${'x'.repeat(65)}\ndescription: d`), 'longer than 64', 'x'.repeat(65)],
    ['in a folder of another name', skillMd(plain), 'but the folder is named "y"', 'y'],
    ['without a name', skillMd('description: d'), 'name: is missing or empty — write name: x'],
    ['with an empty name', skillMd('name:\ndescription: d'), 'name: is missing or empty'],
    ['with an empty description', skillMd('name: x\ndescription:'), 'description: is missing or empty'],
    ['with a long description', skillMd(`name: x\ndescription: ${'d'.repeat(1025)}`), 'longer than 1024'],
    ['with a long compatibility', skillMd(`${plain}\ncompatibility: ${'d'.repeat(501)}`), 'longer than 500'],
    ['with a list as its compatibility', skillMd(`${plain}\ncompatibility:\n  - a`), 'compatibility: is not text'],
    ['with a byte order mark', `\uFEFF${skillMd(plain)}`, 'does not start with ---'],
    ['with an empty line before its frontmatter', `\n${skillMd(plain)}`, 'does not start with ---'],
    ['without frontmatter', '# How', 'does not start with ---'],
    ['with frontmatter that is not closed', '---\nname: x\n', 'never ends'],
    ['with a list as its frontmatter', skillMd('- a'), 'is not keys and values'],
    ['with empty frontmatter', skillMd(''), 'is not keys and values'],
  ])('%s is refused, with its line', (_, text, expected, name) => {
    const problems = check(text, name)
    expect(problems.join('\n')).toContain(expected)
    expect(problems[0]).toMatch(/^SKILL\.md:\d+:\d+ /)
  })

  it('may be named skill.md', () => {
    expect(check(skillMd(plain), 'x', 'skill.md')).toEqual([])
    expect(check('# How', 'x', 'skill.md')[0]).toMatch(/^skill\.md:1:1 /)
  })
})

const Cases = z.array(
  z.object({ id: z.string(), dir: z.string(), skillMd: z.string(), skillsRefErrors: z.array(z.string()) }),
)
const cases =
  referenceData === undefined
    ? []
    : Cases.parse(JSON.parse(readFileSync(join(referenceData, 'agentskills/validator-cases.json'), 'utf8')))

describe('the cases of the reference validator', needs.referenceData, () => {
  it.each(cases)('$id passes or fails as in the reference validator', ({ dir, skillMd, skillsRefErrors }) => {
    expect(check(skillMd, dir).length === 0).toBe(skillsRefErrors.length === 0)
  })
})
