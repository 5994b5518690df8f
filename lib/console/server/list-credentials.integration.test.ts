import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProfiles } from '#lib/agents/server/profiles/profiles.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import { ConsoleCredentials } from '../model/console-credential.ts'
import { listCredentials } from './list-credentials.ts'

const secret = 'a-value-of-thirty-characters!!'

test('lists the users of each credential and the credentials of the environment, without any value', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const { vault, ports } = opened
  const given = { use: { kind: 'bearer' }, hosts: ['api.example.com'], value: secret }
  await vault.credentials.create(operator, { ...given, name: 'REPORTS_API_KEY' })
  await vault.credentials.create(operator, { ...given, name: 'UNUSED_KEY' })
  const profiles = createProfiles({ ...ports, ring: vault.ring, randomBytes, creatorKey: randomBytes(32) })
  const wanted = {
    description: 'Monthly reports',
    keys: [{ name: 'REPORTS_API_KEY' }, { name: 'NAMELESS_KEY' }],
  }
  await profiles.create(wanted, 'local')
  const env = {
    credentials: new Map([
      ['REPORTS_API_KEY', { hosts: ['env.example.com'], value: 'from-the-environment' }],
      ['OTHER_KEY', { hosts: ['env.example.com'], value: 'another-from-the-environment' }],
      ['UNSET_KEY', { hosts: [], value: undefined }],
    ]),
    unnamedSecrets: new Set(['NAMELESS_KEY', 'LANG']),
  }
  const listed = await listCredentials({ ...ports, vault, skills: { all: async () => [] }, env })
  expect(ConsoleCredentials.parse(listed)).toMatchObject({
    credentials: [
      { name: 'REPORTS_API_KEY', profiles: [{ description: 'Monthly reports', state: 'unlocked' }], skills: [] },
      { name: 'UNUSED_KEY', profiles: [] },
    ],
    environment: [
      { name: 'REPORTS_API_KEY', is_set: true, is_shadowed: true },
      { name: 'OTHER_KEY', is_set: true, is_shadowed: false },
      { name: 'UNSET_KEY', is_set: false },
    ],
    unnamed: ['NAMELESS_KEY'],
  })
  expect(JSON.stringify(listed)).not.toMatch(/a-value-of|from-the-environment/)
})

test('lists the newest 100 profiles of a credential, and counts all but the revoked ones', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const { vault, ports } = opened
  const given = { use: { kind: 'bearer' }, hosts: ['api.example.com'], value: secret }
  await vault.credentials.create(operator, { ...given, name: 'SHARED_KEY' })
  await database.client.$executeRaw`
    insert into profiles (id, token_hash, sealed, key_id, description, hosts, created_at, revoked_at)
    select 'prof_' || i, i, 's', 'k', 'Digest', '{}', now() + i * interval '1 hour', case when i = 150 then now() end
    from generate_series(1, 150) i`
  await database.client.$executeRaw`
    insert into profile_keys (profile_id, name, description) select id, 'SHARED_KEY', '' from profiles`
  const env = { credentials: new Map(), unnamedSecrets: new Set<string>() }
  const { credentials } = await listCredentials({ ...ports, vault, skills: { all: async () => [] }, env })
  expect(credentials).toMatchObject([{ profiles_total: 149 }])
  expect(credentials[0]?.profiles.map(({ id }) => id)).toEqual(
    Array.from({ length: 100 }, (_, at) => `prof_${149 - at}`),
  )
})
