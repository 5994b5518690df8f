import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProfiles } from '#lib/agents/server/profiles/profiles.ts'
import { createTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import { ConsoleCredentials, type CredentialQuery } from '../model/console-credential.ts'
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
    // A stored credential comes first, also before a variable without hosts.
    unnamedSecrets: new Set(['NAMELESS_KEY', 'REPORTS_API_KEY', 'LANG']),
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

async function manyProfiles(database: TestDatabase, opened: Awaited<ReturnType<typeof openTestVault>>) {
  const { vault, ports } = opened
  const given = { use: { kind: 'bearer' }, hosts: ['api.example.com'], value: secret }
  await vault.credentials.create(operator, { ...given, name: 'OTHER_KEY' })
  await vault.credentials.create(operator, { ...given, name: 'SHARED_KEY' })
  await database.client.$executeRaw`
    insert into profiles (id, token_hash, sealed, key_id, description, hosts, created_at, locked_at, revoked_at)
    select 'prof_' || i, i, 's', 'k', 'Digest ' || i, '{}', now() + i * interval '1 hour', now(),
      case when i = 1150 then now() end
    from generate_series(1, 1150) i`
  await database.client.$executeRaw`
    insert into profile_keys (profile_id, name, description)
    select id, case when id in ('prof_1', 'prof_1149', 'prof_1150') then 'OTHER_KEY' else 'SHARED_KEY' end, ''
    from profiles`
  const env = { credentials: new Map(), unnamedSecrets: new Set<string>() }
  return (query?: CredentialQuery) => listCredentials({ ...ports, vault, skills: { all: async () => [] }, env }, query)
}

test('lists at most 10 profiles of a credential, the newest first, and counts up to 100', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const list = await manyProfiles(database, opened)
  const { credentials, users } = await list()
  expect(ConsoleCredentials.shape.users.parse(users)).toHaveLength(201)
  expect(credentials).toMatchObject([
    { name: 'OTHER_KEY', profiles_total: 2, profiles: [{ id: 'prof_1149' }, { id: 'prof_1' }] },
    { name: 'SHARED_KEY', profiles_total: 101 },
  ])
  expect(credentials[1]?.profiles).toHaveLength(10)
})

test.each([
  [{ used: 'prof_1' }, ['OTHER_KEY']],
  [{ used: 'prof_2' }, ['SHARED_KEY']],
  [{ used: 'prof_1150' }, []],
  [{ used: '-' }, []],
  [{ text: ' digest 1149 ' }, ['OTHER_KEY']],
  [{ text: 'digest 2' }, ['SHARED_KEY']],
  [{ text: 'OTHER' }, ['OTHER_KEY']],
  [{ text: 'api.example' }, ['OTHER_KEY', 'SHARED_KEY']],
  [{ text: 'nothing' }, []],
  [{ used: 'prof_2', text: 'other' }, []],
])('the filter %j finds the credentials %j, however many profiles use them', async (query, names) => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const list = await manyProfiles(database, opened)
  const { credentials, searched } = await list(query)
  expect(credentials.map(({ name }) => name)).toEqual(names)
  expect(searched).toBe('all')
})

test('says if a text is in more profiles than are looked up', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const list = await manyProfiles(database, opened)
  expect(await list({ text: 'digest' })).toMatchObject({ searched: 'newest' })
})
