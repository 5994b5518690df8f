import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { startServer } from '#runner/egress/testing/local-server.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'
import { agentSkillsPath } from './agent-skills-index.ts'
import { createPublishedSkills } from './published-skills.ts'
import { openLocalSources } from './testing/local-sources.ts'

const projectDir = findProjectRoot()

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'published-')))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A copy of a skill of the project. */
async function load(name: string): Promise<LoadedSkill> {
  cpSync(join(projectDir, 'skills', name), join(folder, name), { recursive: true })
  const loaded = await loadSkillFolder(join(folder, name), { tier: 'local', projectDir })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
  return loaded.skill
}

const published = (...skills: readonly LoadedSkill[]) =>
  createPublishedSkills({ skills: { list: async () => skills }, config: defaultConfig })

describe('the skills that an instance offers', () => {
  it('are fetched by another instance, equal in every file of the skill', async () => {
    const skills = published(await load('reference-rates'), await load('flight-search'))
    const index = await skills.index()
    expect(index.skills.map(({ name, type }) => [name, type])).toEqual([
      ['reference-rates', 'archive'],
      ['flight-search', 'archive'],
    ])
    await using server = await startServer(({ path }, response) => {
      const [, name = ''] = /^\/\.well-known\/agent-skills\/([^/]+)\/skill\.tar\.gz$/.exec(path) ?? []
      if (path === agentSkillsPath) response.end(JSON.stringify(index))
      else
        skills.archive(name).then(
          (archive) => response.end(archive),
          () => response.destroy(),
        )
    })
    await using local = openLocalSources()
    const spec = { kind: 'well-known', origin: `https://api.example.com:${server.port}`, name: undefined } as const
    for (const { name, digest } of index.skills) {
      const fetched = await local.sources.fetch(spec, { name, digest, signal: local.signal })
      if (!fetched.ok) throw new Error(JSON.stringify(fetched))
      const [here, there] = [await readSkillFiles(join(folder, name)), await readSkillFiles(fetched.folder)]
      expect(there.ok && there.skill.files).toEqual(here.ok && here.skill.files)
    }
  })

  it('are only those that every visitor may use', async () => {
    const forEveryone = await load('reference-rates')
    const needsTrust = await load('send-message')
    const skills = published(forEveryone, needsTrust)
    expect((await skills.index()).skills.map(({ name }) => name)).toEqual(['reference-rates'])
    expect(await skills.archive('send-message')).toBeUndefined()
    expect(await skills.archive('absent')).toBeUndefined()
  })

  it('are packed once, also if they are many', async () => {
    const skill = await load('reference-rates')
    const many = Array.from({ length: 200 }, (_, at): LoadedSkill => {
      const name = `rates-${at}`
      return { ...skill, digest: sha256(name), manifest: { ...skill.manifest, name } }
    })
    const skills = published(...many)
    const first = await skills.index()
    expect(first.skills.length).toBe(200)
    // A skill that is packed again would be left out, because its files are gone.
    rmSync(join(folder, 'reference-rates'), { recursive: true })
    expect(await skills.index()).toEqual(first)
    expect(await skills.archive('rates-0')).toBeDefined()
  })

  it('are only those whose files are still the checked ones', async () => {
    const skill = await load('reference-rates')
    writeFileSync(join(folder, 'reference-rates', 'more.txt'), 'more')
    const skills = published(skill)
    expect((await skills.index()).skills).toEqual([])
    expect(await skills.archive('reference-rates')).toBeUndefined()
  })
})
