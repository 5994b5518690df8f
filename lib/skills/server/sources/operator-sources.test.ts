import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '#lib/platform/server/env/read-travel-config.ts'
import { TravelConfig } from '#runner/contract/travel-config.ts'
import { type OperatorSources, requireOperatorSources } from './operator-sources.ts'
import { parseSource, sourceText } from './parse-source.ts'

const sourcesOf = (skillSources: unknown): OperatorSources =>
  requireOperatorSources(TravelConfig.parse({ skillSources }), 'travel.config.json')

describe("the operator's sources", () => {
  it('are the presets, without any configuration', () => {
    expect(sourcesOf({}).searched).toEqual(['github:ComposioHQ/awesome-claude-skills'])
    expect(parseSource('https://skills.sh/acme/tools', sourcesOf({}).presets).ok).toBe(true)
  })

  it('are added by name and removed by name', () => {
    const { presets, searched } = sourcesOf({
      add: { team: 'registry:https://skills.example.com/' },
      remove: ['awesome-claude-skills', 'skills.sh'],
    })
    expect(searched).toEqual(['registry:https://skills.example.com/index.json'])
    expect(parseSource('team#pdf@^1', presets)).toMatchObject({
      ok: true,
      text: 'registry:https://skills.example.com/index.json#pdf@^1',
    })
    for (const removed of ['awesome-claude-skills', 'https://skills.sh/acme/tools']) {
      expect(parseSource(removed, presets)).toEqual({ ok: false, reason: 'unknown_form' })
    }
  })

  it.each([
    [{ add: { team: 'nowhere' } }, 'skillSources.add.team: is not a source'],
    [{ add: { team: './skills' } }, 'skillSources.add.team: is a folder'],
    [{ add: { team: 'registry:/srv/skills' } }, 'skillSources.add.team: is a folder'],
    [{ add: { team: 'registry:https://skills.example.com/index.json#pdf' } }, 'skillSources.add.team: names one skill'],
    [{ remove: ['composio'] }, 'use one of awesome-claude-skills, skills.sh'],
    [{ trustedSources: ['http://skills.example.com/a.zip'] }, 'skillSources.trustedSources'],
  ])('%j stop the start with the field and the remedy', (given, said) => {
    expect(() => sourcesOf(given)).toThrow(ConfigError)
    expect(() => sourcesOf(given)).toThrow(said)
  })
})

describe('a trusted source', () => {
  it.each([
    ['github:acme/tools', 'github:acme/tools/skills/pdf', true],
    ['github:acme/tools/skills', 'github:acme/tools/skills/pdf', true],
    ['github:acme/tools/skills', 'github:acme/tools/skills-of-others/pdf', false],
    ['github:acme/tools/skills', 'github:acme/tools', false],
    ['github:acme/tools@v1', 'github:acme/tools/pdf@v1', true],
    // What a stranger proposes to the repository is reached through its address.
    ['github:acme/tools', 'github:acme/tools@refs/pull/1/head', false],
    ['github:acme/tools', `github:acme/tools@${'a'.repeat(40)}`, false],
    ['github:acme/tools', 'github:acme/toolshed', false],
    ['registry:https://skills.example.com/index.json', 'registry:https://skills.example.com/index.json#pdf@^1', true],
    [
      'registry:https://skills.example.com/index.json#pdf',
      'registry:https://skills.example.com/index.json#docx',
      false,
    ],
    ['registry:https://skills.example.com/index.json', 'registry:https://other.example.com/index.json#pdf', false],
    ['well-known:skills.example.com', 'well-known:skills.example.com/pdf', true],
    ['https://skills.example.com/a.zip', 'https://skills.example.com/b.zip', false],
  ])('%s and %s: %s', (trusted, source, isTrusted) => {
    expect(sourcesOf({ trustedSources: [trusted] }).trusts(source, undefined)).toBe(isTrusted ? 'source' : undefined)
  })

  it('covers no source on another host or in another repository', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/)
    const source = fc
      .tuple(fc.constantFrom('acme', 'evil'), word, fc.array(word, { maxLength: 3 }), fc.option(word))
      .map(([owner, repo, path, ref]) =>
        sourceText({
          kind: 'git',
          url: `https://github.com/${owner}/${repo}.git`,
          path: path.join('/'),
          ref: ref ?? undefined,
          name: undefined,
        }),
      )
    fc.assert(
      fc.property(source, source, (trusted, asked) => {
        const isTrusted = sourcesOf({ trustedSources: [trusted] }).trusts(asked, undefined) !== undefined
        const [one, other] = [parseSource(trusted), parseSource(asked)]
        if (!isTrusted || !one.ok || !other.ok || one.spec.kind !== 'git' || other.spec.kind !== 'git') return
        expect([other.spec.url, other.spec.ref]).toEqual([one.spec.url, one.spec.ref])
        expect(`${other.spec.path}/`.startsWith(one.spec.path === '' ? '' : `${one.spec.path}/`)).toBe(true)
      }),
    )
  })
})

it('a trusted publisher is one whose key signed the release', () => {
  const key = 'k'.repeat(43)
  const { trusts } = sourcesOf({ trustedPublishers: [key] })
  expect([trusts('./a', key), trusts('./a', 'o'.repeat(43)), trusts('./a', undefined)]).toEqual([
    'publisher',
    undefined,
    undefined,
  ])
})
