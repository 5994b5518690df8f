import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustLevels } from '../../contract/principal.ts'
import { neededTrust, nothing } from '../../policy/effective-permissions.ts'
import { anyCharacter } from '../../testing/any-character.ts'
import { readManifestOf } from '../testing/read-manifest-text.ts'
import { checkAgentSkill } from './agent-skill-rules.ts'
import { startsFrontMatter } from './read-front-matter.ts'

const code = { 'handler.js': 'module.exports = 1' }
const read = (skillMd: string, more: Record<string, string> = {}) =>
  readManifestOf({ 'SKILL.md': skillMd, ...code, ...more })
const about = { name: 'x', pathOf: (file: string) => file }
const frontmatter = (yaml: string): string => `---\n${yaml}\n---\n# How\n`

const word = fc.constantFrom(
  ...['http-get', 'http-post', 'read-file', 'write-file', 'exec-command', 'read-env', 'recall-memory', 'get-secret'],
  ...['read', 'act', 'llm', '*', 'api.example.com', 'https://api.example.com', 'A_KEY', 'jq', '/bin/sh', '__proto__'],
)
const words = fc.oneof(
  fc.array(word, { maxLength: 4 }),
  fc.array(word, { maxLength: 4 }).map((list) => list.join(' ')),
)
const loose = fc.oneof(words, fc.boolean(), fc.integer(), fc.string({ maxLength: 8 }), fc.constant(null))
/** Mostly what the format expects, sometimes anything. */
const mostly = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 15, arbitrary }, { weight: 1, arbitrary: loose })
const amber = fc.record(
  {
    capabilities: mostly(fc.uniqueArray(fc.constantFrom('read', 'act'), { minLength: 1 })),
    confirmation_required: mostly(fc.boolean()),
    timeout_ms: mostly(fc.integer({ min: 100, max: 9_000 })),
    permissions: fc.record(
      {
        local_binaries: mostly(fc.uniqueArray(word, { maxLength: 3 })),
        telegram: mostly(fc.boolean()),
        openclaw_action: fc.boolean(),
        network: mostly(fc.boolean()),
      },
      { requiredKeys: [] },
    ),
    function_schema: fc.constant({ name: 'do_it', parameters: { type: 'object' } }),
  },
  { requiredKeys: ['capabilities', 'function_schema'] },
)
const metadata = fc.record(
  {
    amber,
    capabilities: mostly(words),
    secrets: mostly(fc.uniqueArray(fc.constantFrom('A_KEY', 'B_KEY'))),
    dependencies: mostly(fc.constant('other@^1.2.0')),
    'conflicts-with': mostly(fc.constant('another')),
    parents: mostly(fc.constant('base')),
    'trust-tier': loose,
    'skill-type': fc.constantFrom('tool', 'prompt'),
    version: mostly(fc.constant('1.0.0')),
  },
  { requiredKeys: [] },
)
const skillMd = fc
  .record(
    {
      metadata: mostly(metadata),
      trust: fc.constantFrom(...trustLevels),
      safe: fc.boolean(),
      permissions: loose,
      network: loose,
    },
    { requiredKeys: [] },
  )
  .map((fields) => frontmatter(JSON.stringify({ name: 'x', description: 'd', ...fields })))

describe('any SKILL.md', () => {
  it('never makes the reader throw, and each problem has a position and a remedy', () => {
    const yaml = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.json({ maxDepth: 4 }))
    fc.assert(
      fc.property(yaml, fc.boolean(), (text, isWhole) => {
        const file = isWhole ? text : frontmatter(text)
        checkAgentSkill(new Map([['SKILL.md', Buffer.from(file)]]), about)
        if (!startsFrontMatter(file)) return
        const result = read(file)
        if (result.ok) return
        for (const { line, column, remedy } of result.problems) {
          expect(Math.min(line, column)).toBeGreaterThan(0)
          expect(remedy).not.toBe('')
        }
      }),
      { numRuns: 80 },
    )
  })

  it('gives the same manifest each time', () => {
    fc.assert(
      fc.property(skillMd, (text) => {
        expect(read(text)).toEqual(read(text))
      }),
    )
  })

  it('grants nothing that its text does not name', () => {
    let admitted = 0
    fc.assert(
      fc.property(skillMd, (text) => {
        const result = read(text)
        if (!result.ok) return
        admitted += 1
        const { permissions } = result.manifest
        const named = (item: string) => expect(text).toContain(JSON.stringify(item).slice(1, -1))
        permissions.exec.forEach(named)
        permissions.secrets.forEach(named)
        if (permissions.memory) named('recall-memory')
        if (permissions.messages) expect(text).toContain('"telegram":true')
        // No dialect names a host, a path or a model.
        const { network, filesystem, llm } = permissions
        expect({ egress: network.egress, filesystem, llm }).toEqual({
          egress: [],
          filesystem: nothing.filesystem,
          llm: false,
        })
      }),
      { numRuns: 200 },
    )
    expect(admitted).toBeGreaterThan(50)
  })

  it('requires at least the trust that its permissions need; if it acts, it requires or waives confirmation', () => {
    fc.assert(
      fc.property(skillMd, (text) => {
        const result = read(text)
        if (!result.ok) return
        const { trust = 'none', permissions, effects, confirmation, risk_level } = result.manifest
        expect(trustLevels.indexOf(trust)).toBeGreaterThanOrEqual(trustLevels.indexOf(neededTrust({ permissions })))
        expect(risk_level).not.toBe('low')
        if (!effects.includes('act')) return
        if (confirmation?.required !== true) expect(text).toContain('"confirmation_required":false')
      }),
      { numRuns: 80 },
    )
  })

  it('does not change the manifest of a skill.yaml in the same folder', () => {
    const yaml = 'name: x\nversion: "0.1.0"\ndescription: Own.\nrisk_level: low\nkind: prompt\n'
    const alone = readManifestOf({ 'skill.yaml': yaml })
    if (!alone.ok) throw new Error('The skill.yaml is valid')
    fc.assert(
      fc.property(skillMd, (text) => {
        const both = read(text, { 'skill.yaml': yaml })
        expect(both.ok && { ...both.manifest, statements: [] }).toEqual(alone.manifest)
      }),
    )
  })
})
