import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleCodeOf } from '../../core/testing/bundle-code.ts'
import { loadSkillFolder } from '../load-skill-folder.ts'

const projectDir = join(import.meta.dirname, '../../..')

type Expected = {
  /** What the manifest must say, besides the permissions that no search has. */
  readonly manifest: {
    readonly network: object
    readonly secrets?: readonly string[]
    readonly [name: string]: unknown
  }
  /** The most characters of the bundled code. */
  readonly maxCode?: number
}

/** Tests what every folder of a search skill guarantees. */
export function testSkillFolder(folder: string, { manifest: given, maxCode = 40_000 }: Expected) {
  async function load() {
    const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
    return loaded.skill
  }

  test('the folder is a skill that reaches only its provider, with secrets that only the gateway sees', async () => {
    const { network, secrets = expect.any(Array), ...others } = given
    const none = { filesystem: { read: [], write: [] }, exec: [], llm: false, memory: false, messages: false }
    expect((await load()).manifest).toMatchObject({
      risk_level: 'low',
      effects: ['read'],
      permissions: { network, secrets, ...none },
      ...others,
    })
  })

  test('SKILL.md agrees with the manifest, in the agent skills front matter format', async () => {
    const { manifest } = await load()
    const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(folder, 'SKILL.md'), 'utf8')) ?? []
    const { name, description, license, compatibility, metadata, ...others } = parse(frontMatter)
    expect([name, metadata.version, metadata.capability]).toEqual([
      manifest.name,
      manifest.version,
      manifest.capability,
    ])
    const texts = [description, license, compatibility]
    expect(texts.every((text) => typeof text === 'string' && text.length <= 1024)).toBe(true)
    expect(others).toEqual({})
  })

  test('its code is small and bundles no library', async () => {
    const code = bundleCodeOf(await load())
    // The bundler names the file of each part in a comment.
    expect(code).toContain('// skill:src/main.ts')
    expect(code).not.toContain('node_modules/')
    expect(code.length).toBeLessThan(maxCode)
  })
}
