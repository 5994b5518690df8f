import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleCodeOf } from '#runner/core/testing/bundle-code.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'

const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
const folder = fileURLToPath(new URL('..', import.meta.url))

async function load() {
  const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

test('the folder is a skill that reaches only its provider, with a token that only the gateway sees', async () => {
  const { manifest } = await load()
  expect(manifest).toMatchObject({
    name: 'flight-search-duffel',
    capability: 'C-FLIGHT-SEARCH',
    provider: 'Duffel',
    risk_level: 'low',
    policy: { user_initiated: true },
    effects: ['read'],
    permissions: {
      network: { egress: ['api.duffel.com'], methods: ['GET', 'POST'] },
      secrets: ['DUFFEL_ACCESS_TOKEN'],
      filesystem: { read: [], write: [] },
      exec: [],
      llm: false,
      memory: false,
      messages: false,
    },
    credentials: { duffel: { kind: 'bearer', host: 'api.duffel.com', secret: 'DUFFEL_ACCESS_TOKEN' } },
  })
})

test('SKILL.md agrees with the manifest, in the agent skills front matter format', async () => {
  const { manifest } = await load()
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(folder, 'SKILL.md'), 'utf8')) ?? []
  const { name, description, license, compatibility, metadata, ...others } = parse(frontMatter)
  expect([name, metadata.version, metadata.capability]).toEqual([manifest.name, manifest.version, manifest.capability])
  expect(description).toBe(manifest.description.trim())
  expect([license, compatibility].every((text) => typeof text === 'string')).toBe(true)
  expect(others).toEqual({})
})

test('its code is small and bundles no library', async () => {
  const code = bundleCodeOf(await load())
  // The bundler names the file of each part in a comment.
  expect(code).toContain('// skill:src/main.ts')
  expect(code).not.toContain('node_modules/')
  expect(code.length).toBeLessThan(40_000)
})
