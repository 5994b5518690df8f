import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { Permissions, SkillManifest } from '#runner/contract/manifest.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { searchConsole } from './search-console.ts'

const about = { version: '1.0.0', description: 'Reads.', risk_level: 'low' }
const network = { egress: ['api.example.com'], methods: ['GET'] }

/** A skill that asks for a host, whether it is approved or not. */
const skillNamed = (name: string, isApproved: boolean) => {
  const permissions = Permissions.parse({ network })
  const skill = loadedSkill(SkillManifest.parse({ ...about, name, permissions }), '', name)
  return { skill: { ...skill, approved: isApproved ? permissions : Permissions.parse({}) }, isEnabled: true }
}

test('a host finds the skills that may reach it, and none whose request for it is not approved', async () => {
  await using database = await createTestDatabase()
  const skills = { all: async () => [skillNamed('reader', true), skillNamed('refused', false)] }
  const search = (text: string) => searchConsole({ db: database.client, skills, config: defaultConfig }, text)
  const hit = { kind: 'skill', id: 'reader', title: 'reader', note: 'may reach api.example.com' }
  expect(await search('API.example')).toEqual({ ok: true, value: { executions: [], hits: [hit] } })
  expect(await search('other.example')).toEqual({ ok: true, value: { executions: [], hits: [] } })
})
