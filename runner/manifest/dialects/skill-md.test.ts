import { describe, expect, it } from 'vitest'
import { formatProblem } from '../manifest-problem.ts'
import { readManifestOf } from '../testing/read-manifest-text.ts'

const skillMd = (...lines: string[]): string => ['---', ...lines, '---', '# How', ''].join('\n')
const minimal = ['name: x', 'description: Does a thing.']
const read = (lines: string[], files: Record<string, string> = {}) =>
  readManifestOf({ 'SKILL.md': skillMd(...minimal, ...lines), ...files })
const manifestOf = (lines: string[], files: Record<string, string> = {}) => {
  const result = read(lines, files)
  if (!result.ok) throw new Error(result.problems.map(formatProblem).join('\n'))
  return result.manifest
}
const warningsOf = (lines: string[], files?: Record<string, string>) => read(lines, files).warnings.map(formatProblem)
const problemsOf = (lines: string[], files?: Record<string, string>) => {
  const result = read(lines, files)
  return result.ok ? [] : result.problems.map(formatProblem)
}

describe('the frontmatter of a SKILL.md', () => {
  it('is a manifest of a prompt skill that may do nothing and that guests may not use', () => {
    expect(manifestOf([])).toMatchObject({
      name: 'x',
      version: '0.0.0',
      kind: 'prompt',
      risk_level: 'medium',
      effects: ['read'],
      permissions: { network: { egress: [] }, secrets: [], exec: [], llm: false, memory: false, messages: false },
    })
  })

  it('keeps license, compatibility and allowed tools, and grants nothing for them', () => {
    const manifest = manifestOf(['license: MIT', 'compatibility: Requires git', 'allowed-tools: Bash(git:*) Read'])
    expect(manifest.license).toBe('MIT')
    expect(manifest.statements).toEqual([
      'compatibility: Requires git',
      'allowed-tools: Bash(git:*) Read; this grants nothing here',
    ])
    expect(manifest.permissions).toEqual(manifestOf([]).permissions)
  })

  it('with an unquoted version loads with the text of it, and warns with file, line and column', () => {
    const result = readManifestOf({ 'SKILL.md': skillMd('name: x', 'description: Does a thing.', 'version: 1.0') })
    expect(result).toMatchObject({ ok: true, manifest: { version: '1.0.0' } })
    expect(result.warnings.map(formatProblem)).toEqual([
      'skills/x/SKILL.md:4:1 version: is a number, and is read as the text "1.0": version 1.0.0 — write "1.0.0"',
    ])
  })

  it.each([
    ['version: 1.2.3', '1.2.3'],
    ['version: "1.0"', '1.0.0'],
    ['version: 1.10', '1.10.0'],
    ['version: 1e3', '0.0.0'],
    ['version: 0x10', '0.0.0'],
    ['version: -1', '0.0.0'],
    ['version: .nan', '0.0.0'],
    ['version:', '0.0.0'],
    ['version: true', '0.0.0'],
    ['version: [1, 0]', '0.0.0'],
    ['metadata:\n  version: 1.10', '1.10.0'],
    ['metadata:\n  version: "2"', '2.0.0'],
    ['metadata: \'{"version": 1.10}\'', '0.0.0'],
    ['version: newest', '0.0.0'],
  ])('with %j has the version %s', (line, version) => {
    expect(manifestOf([line]).version).toBe(version)
  })

  it('with an unquoted value that contains a colon loads, and warns that the line is not valid YAML', () => {
    const result = readManifestOf({ 'SKILL.md': skillMd('name: x', 'description: Use when: "needed"') })
    expect(result).toMatchObject({ ok: true, manifest: { description: 'Use when: "needed"' } })
    expect(result.warnings.map(formatProblem)).toEqual([
      expect.stringContaining('description in line 3 is not valid YAML and is read as text'),
    ])
  })

  it('with metadata that are text loads without them, and warns', () => {
    expect(warningsOf(['metadata: all'])[0]).toContain(
      'metadata: is neither a YAML map nor a JSON object, and is left out',
    )
  })

  it('with unknown keys loads, warns that they grant nothing, and suggests the known key', () => {
    expect(warningsOf(['permissions: [bash]', 'licence: MIT'])).toEqual([
      'skills/x/SKILL.md:4:1 permissions: is not read here and grants nothing — remove it, or put it under metadata',
      'skills/x/SKILL.md:5:1 licence: is not read here and grants nothing — did you mean "license"?',
    ])
  })

  it.each([
    ['Domain Checker', 'domain-checker'],
    ['MySkill', 'myskill'],
    ['my--skill', 'my-skill'],
  ])('with the name %j is read as %s, with a warning', (written, name) => {
    const result = readManifestOf({ 'SKILL.md': skillMd(`name: ${written}`, 'description: d') }, name)
    expect(result).toMatchObject({ ok: true, manifest: { name } })
    expect(result.warnings.map(({ message }) => message)).toEqual([expect.stringContaining(`is read as ${name}`)])
  })

  it.each<[string, string, string]>([
    ['no description', 'name: x', 'description: is missing'],
    ['an empty description', 'name: x\ndescription: " "', 'description: is missing'],
    ['a name without letters that the platform accepts', 'name: 技能\ndescription: d', 'a-z'],
    ['a tag', 'name: !!js/function x', ':2:7 has a YAML tag'],
    ['duplicate keys', 'name: x\nname: z', ':3:1 name: is a duplicate key'],
    ['a list as its frontmatter', '- a', 'not keys and values'],
    ['empty frontmatter', '', 'not keys and values'],
  ])('with %s is refused with a remedy', (_, yaml, expected) => {
    const result = readManifestOf({ 'SKILL.md': skillMd(yaml) }, yaml.includes('技能') ? '技能' : 'x')
    expect(result.ok ? [] : result.problems.map(formatProblem).join('\n')).toContain(expected)
  })
})

describe('trust and safe', () => {
  it('trust: llm requires that level of trust, and grants nothing', () => {
    const { trust, permissions } = manifestOf(['trust: llm'])
    expect(trust).toBe('llm')
    expect(permissions.llm).toBe(false)
  })

  it('an unknown trust level is refused, and the error lists the known levels', () => {
    expect(problemsOf(['trust: netwrk'])[0]).toContain(':4:8 trust: is "netwrk", which is not one of')
    expect(problemsOf(['trust: netwrk'])[0]).toContain('did you mean "network"?')
  })

  it('less trust than a capability needs is refused', () => {
    const lines = ['trust: network', 'metadata:', '  capabilities: [exec-command]']
    expect(problemsOf(lines)).toEqual([
      'skills/x/SKILL.md:6:18 metadata.capabilities[0]: exec-command needs trust full, but the skill asks for network — write trust: full',
    ])
  })

  it('safe: true changes nothing, and safe: false only adds a warning that it has no effect', () => {
    expect(warningsOf(['safe: true'])).toEqual([])
    expect(manifestOf(['safe: true'])).toEqual(manifestOf([]))
    expect({ ...manifestOf(['safe: false']), statements: [] }).toEqual(manifestOf([]))
    expect(warningsOf(['safe: false'])[0]).toContain('has no effect: every skill runs in a sandbox')
  })
})

describe("the skill system's metadata", () => {
  it('is read from lists and from texts', () => {
    const expected = {
      conflicts_with: ['a', 'b'],
      parents: ['base'],
      dependencies: { other: '^1.2.0', plain: '*' },
      permissions: { secrets: ['A_KEY', 'B_KEY'], memory: true },
      author: 'Somebody',
      trust: 'full',
    }
    const list = [
      'metadata:',
      '  author: Somebody',
      '  capabilities: [recall-memory]',
      '  conflicts-with: [a, b]',
      '  parents: [base]',
      '  dependencies: ["other@^1.2.0", plain]',
      '  secrets: [A_KEY, B_KEY]',
    ]
    const text = [
      'metadata:',
      '  author: Somebody',
      '  capabilities: recall-memory',
      '  conflicts-with: a b',
      '  parents: base',
      '  dependencies: other@^1.2.0, plain',
      '  secrets: A_KEY, B_KEY',
    ]
    expect(manifestOf(list)).toMatchObject(expected)
    expect(manifestOf(text)).toMatchObject(expected)
  })

  it.each([
    ['http-get', 'host', 'network', ['read']],
    ['http-post', 'host', 'network', ['read', 'act']],
    ['read-file', 'path', 'write', ['read']],
    ['write-file', 'path', 'write', ['read', 'act']],
    ['exec-command', 'binary', 'full', ['read', 'act']],
    ['read-env', 'secret', 'network', ['read']],
  ])('%s grants nothing without a %s, and requires trust %s', (word, named, trust, effects) => {
    const lines = ['metadata:', `  capabilities: [${word}]`]
    const manifest = manifestOf(lines)
    expect(manifest).toMatchObject({ trust, effects })
    expect(manifest.permissions).toEqual(manifestOf([]).permissions)
    expect(warningsOf(lines)[0]).toContain(
      `SKILL.md:5:18 metadata.capabilities[0]: ${word} grants nothing alone, because it names no ${named}`,
    )
    expect(manifest.statements[0]).toContain(`${word} grants nothing alone`)
  })

  it('an unknown capability grants nothing, counts as acting, and requires full trust', () => {
    const lines = ['metadata:', '  capabilities: [http-gett]']
    expect(manifestOf(lines)).toMatchObject({
      trust: 'full',
      effects: ['read', 'act'],
      confirmation: { required: true },
      permissions: manifestOf([]).permissions,
    })
    expect(warningsOf(lines)[0]).toContain('did you mean "http-get"?')
  })

  it('trust-tier changes nothing, and a warning says what decides the tier', () => {
    const lines = ['metadata:', '  trust-tier: local']
    expect({ ...manifestOf(lines), statements: [] }).toEqual(manifestOf([]))
    expect(warningsOf(lines)[0]).toContain('the tier follows from where')
  })

  it('an invalid secret is refused, with its line and key in the SKILL.md', () => {
    expect(problemsOf(['metadata:', '  secrets: [a-key]'])[0]).toContain(
      'SKILL.md:5:13 metadata.secrets[0]: is "a-key"',
    )
  })

  it('a skill that says it is a tool needs code', () => {
    const lines = ['metadata:', '  skill-type: tool']
    expect(problemsOf(lines)[0]).toContain(
      'SKILL.md:5:3 metadata.skill-type: describes a tool, but the skill has no code',
    )
    expect(manifestOf(lines, { 'src/main.ts': '' })).toMatchObject({ kind: 'tool', entry: 'src/main.ts' })
  })
})

const amber = (more: Record<string, unknown> = {}) => ({
  capabilities: ['read', 'act'],
  timeout_ms: 3000,
  permissions: { local_binaries: ['ical-query'], telegram: true, openclaw_action: false, network: false },
  function_schema: {
    name: 'send_it',
    description: 'Sends it.',
    parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  },
  ...more,
})
const code = { 'handler.js': 'module.exports = async function () {}' }
const withAmber = (more?: Record<string, unknown>) => [`metadata: ${JSON.stringify({ amber: amber(more) })}`]

describe("a voice agent's metadata", () => {
  it.each<[string, string[]]>([
    ['an inline JSON map', withAmber()],
    ['a text with JSON', [`metadata: '${JSON.stringify({ amber: amber() })}'`]],
    ['a map whose amber is a text with JSON', ['metadata:', `  amber: '${JSON.stringify(amber())}'`]],
  ])('is read from %s', (_, lines) => {
    expect(manifestOf(lines, code)).toMatchObject({
      kind: 'tool',
      entry: 'handler.js',
      effects: ['read', 'act'],
      confirmation: { required: true },
      limits: { timeout_ms: 3000 },
      trust: 'full',
      permissions: { exec: ['ical-query'], messages: true, network: { egress: [] } },
      input_schema: { send_it: { type: 'object', description: 'Sends it.', required: ['to'] } },
    })
  })

  it('waives the confirmation only with confirmation_required: false, and then has high risk', () => {
    const waived = withAmber({ confirmation_required: false, confirmation_prompt: 'Send it?' })
    expect(manifestOf(waived, code)).toMatchObject({
      risk_level: 'high',
      confirmation: { required: false, prompt: 'Send it?' },
    })
  })

  it('cannot waive the confirmation if metadata.capabilities implies that the skill acts', () => {
    const both = { capabilities: ['http-post'], amber: amber({ capabilities: ['read'], confirmation_required: false }) }
    expect(manifestOf([`metadata: ${JSON.stringify(both)}`], code)).toMatchObject({
      effects: ['read', 'act'],
      confirmation: { required: true },
    })
  })

  it('states that network access without a host grants nothing', () => {
    const permissions = { openclaw_action: true, network: true }
    const { statements, permissions: granted } = manifestOf(withAmber({ permissions }), code)
    expect(granted.network.egress).toEqual([])
    expect(statements.join('\n')).toContain('network grants no host, because it names none')
  })

  it.each<[string, Record<string, unknown>, string]>([
    [
      'an unknown permission',
      { permissions: { telegramm: true } },
      'metadata.amber.permissions.telegramm: unknown key — did you mean "telegram"?',
    ],
    ['a text as a permission', { permissions: { network: 'no' } }, 'write true or false'],
    [
      'an unknown capability',
      { capabilities: ['raed'] },
      'metadata.amber.capabilities[0]: is "raed", which is not one of read, act — did you mean "read"?',
    ],
    ['no capabilities', { capabilities: undefined }, 'metadata.amber.capabilities: is missing'],
    [
      'a path as a binary',
      { permissions: { local_binaries: ['/bin/sh'] } },
      'metadata.amber.permissions.local_binaries[0]: is "/bin/sh"',
    ],
    [
      'a timeout above the limit',
      { timeout_ms: 9_000_000 },
      'metadata.amber.timeout_ms: is 9000000, more than the 600000 allowed',
    ],
    [
      'a function name that is not a valid action name',
      { function_schema: { name: 'Send', parameters: { type: 'object' } } },
      'it must be a name like search_flights',
    ],
    [
      'the function name __proto__',
      { function_schema: { name: '__proto__', parameters: { type: 'object' } } },
      'is a reserved name',
    ],
    [
      'an invalid schema',
      { function_schema: { name: 'a', parameters: { type: 'objekt' } } },
      'metadata.amber.function_schema.parameters.type: must be object',
    ],
  ])('with %s is refused, with its line and key in the SKILL.md', (_, more, expected) => {
    const problems = problemsOf(withAmber(more), code)
    expect(problems.join('\n')).toContain(expected)
    expect(problems[0]).toMatch(/^skills\/x\/SKILL\.md:4:\d+ /)
  })
})

describe('a skill.yaml beside a SKILL.md', () => {
  const yaml = 'name: x\nversion: "0.1.0"\ndescription: Does a thing.\nrisk_level: low\nkind: prompt\n'

  it('takes precedence, and each difference is a warning at its line of the SKILL.md', () => {
    const result = read(['license: MIT', 'version: "0.2.0"', ...withAmber()], { 'skill.yaml': yaml })
    expect(result).toMatchObject({
      ok: true,
      manifest: { version: '0.1.0', effects: ['read'], permissions: { exec: [], messages: false }, kind: 'prompt' },
    })
    const warnings = result.warnings.map(formatProblem)
    expect(warnings).toContain(
      'skills/x/SKILL.md:5:10 version: is "0.2.0", but skill.yaml, which takes precedence, says "0.1.0" — write the same in both, or remove it here',
    )
    expect(warnings.join('\n')).toContain('license: "MIT" is not in skill.yaml')
    expect(warnings.join('\n')).toContain('local_binaries[0]: "ical-query" is not in skill.yaml')
  })

  it('gives no warning when both files have the same value', () => {
    expect(warningsOf(['version: "0.1.0"'], { 'skill.yaml': yaml })).toEqual([])
  })

  it('takes precedence over a malformed SKILL.md, with a warning', () => {
    expect(read(['metadata: {skill-type: 1}'], { 'skill.yaml': yaml }).ok).toBe(true)
    expect(warningsOf(['metadata: {skill-type: 1}'], { 'skill.yaml': yaml })[0]).toContain('SKILL.md:4:')
  })

  it('is refused if malformed, even if the SKILL.md is valid', () => {
    expect(problemsOf([], { 'skill.yaml': 'name: [' })[0]).toContain('skill.yaml')
  })
})
