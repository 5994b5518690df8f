import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import type { ConsoleProfiles } from '../../model/console-profile.ts'
import { createManageProfiles } from './manage-profiles.ts'
import { loadProfileTemplates } from './profile-templates.ts'
import { createProfiles } from './profiles.ts'
import { findProfileScope, readProfiles } from './read-profile.ts'
import { sweepUnlocked } from './sweep-unlocked.ts'

const wanted = {
  description: 'Monthly reports',
  keys: [{ name: 'REPORTS_API_KEY', description: 'Reads reports' }],
  hosts: ['api.example.com'],
}
const credential = {
  name: 'REPORTS_API_KEY',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value: 'a-value-of-the-key',
}
const dayMs = 24 * 60 * 60_000
/** Changes that are possible only before the lock. */
const structural = [
  { keys: { remove: ['OTHER_KEY'] } },
  { hosts: { add: ['other.example.com'] } },
  { limits: { timeout_s: 5 } },
]

async function openTest() {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await emptyTestDatabase())
  const vault = opened.use(await openTestVault(database))
  const templates = loadProfileTemplates(process.cwd())
  const ports = { ...vault.ports, ring: vault.vault.ring, randomBytes, templates }
  const profiles = createProfiles({ ...ports, creatorKey: randomBytes(32) })
  const manage = createManageProfiles(ports)
  const stack = opened.move()
  const versionOf = async (id: string) => ({ version: got(await manage.read(id)).version })
  return {
    versionOf,
    database,
    vault,
    profiles,
    manage,
    /** Creates a profile in this state. Returns its token and its id. */
    async made(state: 'unlocked' | 'locked' | 'expired' | 'revoked') {
      const { profile_id: token } = got(await profiles.create(wanted, 'address a'))
      const {
        profiles: [{ id } = { id: '' }],
      } = got(await manage.list({}))
      if (state !== 'unlocked') {
        await vault.vault.credentials.create(operator, credential)
        got(await manage.lock(operator, id, await versionOf(id)))
      }
      if (state === 'revoked') got(await manage.revoke(operator, id))
      if (state === 'expired') got(await manage.change(operator, id, { expires_at: '2026-11-21T00:00:00Z' }))
      return { token, id }
    },
    store: (name: string) => vault.vault.credentials.create(operator, { ...credential, name }).then(got),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

describe('an agent', () => {
  test('creates a profile, adds and removes keys, and sees their names and whether they have values', async () => {
    await using opened = await openTest()
    const { profiles } = opened
    const created = got(await profiles.create({ description: 'Monthly reports' }, 'address a'))
    const token = created.profile_id
    expect(token).toMatch(/^ark_[0-9A-Za-z]{22}$/)
    expect(created).toMatchObject({
      description: 'Monthly reports',
      locked: false,
      state: 'unlocked',
      keys: [],
      hosts: [],
    })
    await opened.vault.vault.credentials.create(operator, credential)
    const keys = [
      { name: 'REPORTS_API_KEY', description: 'Reads reports' },
      { name: 'OTHER_KEY', description: '' },
    ]
    const added = got(await profiles.addKeys(token, { keys, hosts: ['api.example.com'] }))
    expect(added.keys).toEqual([
      { name: 'OTHER_KEY', description: '', value_exists: false },
      { name: 'REPORTS_API_KEY', description: 'Reads reports', value_exists: false },
    ])
    expect(added.hosts).toEqual(['api.example.com'])
    expect(got(await profiles.removeKey(token, 'OTHER_KEY')).keys.map(({ name }) => name)).toEqual(['REPORTS_API_KEY'])
    expect(got(await profiles.read(token)).version).toBe(3)
    const rows = JSON.stringify([await opened.database.client.profile.findMany(), opened.vault.records])
    expect(rows, 'a token stands in no row and no audit record').not.toContain(token)
  })

  test('learns that a credential exists only after an operator has approved it for the profile', async () => {
    await using opened = await openTest()
    const { profiles, manage } = opened
    const { token, id } = await opened.made('unlocked')
    const names = ['REPORTS_API_KEY', 'OTHER_KEY', 'ABSENT_KEY']
    got(await profiles.addKeys(token, { keys: names.map((name) => ({ name })) }))
    const told = async () => got(await profiles.read(token)).keys.map(({ name: _, description: __, ...about }) => about)
    const nothing = { value_exists: false }
    const before = await told()
    await opened.store('REPORTS_API_KEY')
    await opened.store('OTHER_KEY')
    expect(await told()).toEqual(before)
    expect(before).toEqual([nothing, nothing, nothing])
    const stored = { value_exists: true, use: 'bearer', hosts: ['api.example.com'] }
    got(await manage.change(operator, id, { keys: { approve: ['OTHER_KEY'] } }))
    expect(await told()).toEqual([nothing, stored, nothing])
    // A key that the agent takes back and adds again is not approved.
    got(await profiles.removeKey(token, 'OTHER_KEY'))
    got(await profiles.addKeys(token, { keys: [{ name: 'OTHER_KEY' }] }))
    expect(await told()).toEqual(before)
    got(await profiles.removeKey(token, 'ABSENT_KEY'))
    expect(got(await manage.read(id)).keys.map(({ value_exists }) => value_exists)).toEqual([true, true])
    got(await manage.lock(operator, id, await opened.versionOf(id)))
    expect(await told()).toEqual([stored, stored])
  })

  test.each(['OTHER_KEY', '\0', '\ud800', ''])(
    'cannot remove a key %j that the profile does not have',
    async (name) => {
      await using opened = await openTest()
      const { token } = await opened.made('unlocked')
      expect(await opened.profiles.removeKey(token, name)).toMatchObject({
        error: { code: 'NOT_FOUND', message: expect.stringContaining('GET /profiles/{id} lists its keys') },
      })
    },
  )

  test('proposes a key or a host for a locked profile, and the operator decides', async () => {
    await using opened = await openTest()
    const { profiles, manage } = opened
    const { token } = await opened.made('locked')
    const ask = (what: object) => {
      opened.vault.pass(1)
      return profiles.propose(token, { description: 'for more reports', ...what })
    }
    await opened.store('SECOND_KEY')
    const key = got(await ask({ key: 'SECOND_KEY' }))
    const host = got(await ask({ host: 'files.example.com' }))
    const rejected = got(await ask({ host: 'other.example.com' }))
    expect(got(await ask({ key: 'SECOND_KEY' })), 'asking again changes nothing').toEqual(key)
    got(await manage.decide(operator, key.proposal_id, 'applied'))
    got(await manage.decide(operator, host.proposal_id, 'applied'))
    got(await manage.decide(operator, rejected.proposal_id, 'rejected'))
    const after = got(await profiles.read(token))
    expect(after.keys.map(({ name }) => name)).toEqual(['REPORTS_API_KEY', 'SECOND_KEY'])
    expect(after.keys[0], 'the operator let it in').toMatchObject({ use: 'bearer', hosts: ['api.example.com'] })
    expect(after.hosts).toEqual(['api.example.com', 'files.example.com'])
    expect(after.version).toBe(3)
    expect(after.proposals.map(({ state }) => state)).toEqual(['applied', 'applied', 'rejected'])
    const decided = { error: { code: 'CONFLICT', message: 'The proposal was already decided.' } }
    expect(await manage.decide(operator, key.proposal_id, 'rejected')).toMatchObject(decided)
    opened.vault.pass(8 * dayMs)
    expect(await manage.decide(operator, key.proposal_id, 'rejected'), 'later too').toMatchObject(decided)
    opened.vault.pass(-8 * dayMs)
    expect(await ask({ key: 'SECOND_KEY' })).toMatchObject({ error: { code: 'CONFLICT' } })
  })

  test('sees a proposal as lapsed after seven days: the operator can apply only one that the agent makes again', async () => {
    await using opened = await openTest()
    const { token } = await opened.made('locked')
    await opened.store('SECOND_KEY')
    const ask = async () => got(await opened.profiles.propose(token, { key: 'SECOND_KEY', description: 'more' }))
    const { proposal_id } = await ask()
    opened.vault.pass(7 * dayMs - 1)
    expect(got(await opened.profiles.read(token)).proposals).toMatchObject([{ state: 'pending' }])
    opened.vault.pass(1)
    expect(got(await opened.profiles.read(token)).proposals).toMatchObject([{ state: 'lapsed' }])
    expect(await opened.manage.decide(operator, proposal_id, 'applied')).toMatchObject({
      error: { code: 'CONFLICT', message: 'The proposal has lapsed.' },
    })
    const again = await ask()
    expect(again).toMatchObject({ state: 'pending' })
    expect(again.proposal_id).not.toBe(proposal_id)
    expect(got(await opened.manage.decide(operator, again.proposal_id, 'applied'))).toMatchObject({
      keys: [{ name: 'REPORTS_API_KEY' }, { name: 'SECOND_KEY' }],
    })
  })

  test('gets the keys, hosts and limits of a template in addition to those in its request', async () => {
    await using opened = await openTest()
    const { profiles } = opened
    const own = { template: 'exchange-rates', hosts: ['api.example.com'], keys: [{ name: 'OWN_KEY' }] }
    expect(got(await profiles.create(own, 'address a'))).toMatchObject({
      description: expect.stringContaining('exchange rates'),
      keys: [{ name: 'OWN_KEY' }],
      hosts: ['api.frankfurter.dev', 'api.example.com'],
      limits: { timeout_s: 30, concurrency: 4 },
    })
    expect(await profiles.create({ template: 'constructor' }, 'address a')).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: { template: expect.stringContaining('must be one of: exchange-rates') },
      },
    })
    expect(await profiles.create({}, 'address a')).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { description: 'must say what it is for' } },
    })
  })

  test('cannot create a profile while there are 50 unlocked ones from the same address, even with requests at once', async () => {
    await using opened = await openTest()
    const { profile } = opened.database.client
    const { id } = await opened.made('unlocked')
    const row = await profile.findUniqueOrThrow({ where: { id } })
    expect(row.creatorHash).toMatch(/^[0-9a-f]{64}$/)
    const others = (count: number, more: { readonly revokedAt?: Date; readonly expiresAt?: Date } = {}) =>
      profile.createMany({
        data: Array.from({ length: count }, (_, n) => {
          const name = `${JSON.stringify(more)} ${n}`
          return { ...row, limits: {}, scripts: {}, id: `prof_${name}`, tokenHash: name, ...more }
        }),
      })
    await others(60, { expiresAt: new Date('2026-11-21T00:00:00Z') })
    await others(60, { revokedAt: new Date() })
    await others(48)
    const atOnce = await Promise.all(Array.from({ length: 4 }, () => opened.profiles.create(wanted, 'address a')))
    expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await opened.profiles.create(wanted, 'address a')).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringContaining('50 unlocked profiles from your address') },
    })
    expect(await opened.profiles.create(wanted, 'address b')).toMatchObject({ ok: true })
    got(await opened.manage.revoke(operator, id))
    expect(await opened.profiles.create(wanted, 'address a')).toMatchObject({ ok: true })
  })

  test('has a profile that ends a day after its creation, unless an operator locks it or sets another expiry', async () => {
    await using opened = await openTest()
    const { profiles, manage, database } = opened
    const { token, id } = await opened.made('unlocked')
    const { createdAt } = await database.client.profile.findUniqueOrThrow({ where: { id } })
    const inADay = new Date(createdAt.getTime() + dayMs).toISOString()
    const about = async () => {
      const { state, expires_at } = got(await profiles.read(token))
      return { state, expires_at }
    }
    const change = (expires_at: string | null) => manage.change(operator, id, { expires_at })
    expect(await about()).toEqual({ state: 'unlocked', expires_at: inADay })
    opened.vault.pass(dayMs)
    expect(await about()).toEqual({ state: 'expired', expires_at: inADay })
    const added = await profiles.addKeys(token, { keys: [{ name: 'OTHER_KEY' }] })
    expect(added).toMatchObject({ error: { code: 'FORBIDDEN' } })
    await opened.store('REPORTS_API_KEY')
    expect(await manage.lock(operator, id, await opened.versionOf(id))).toMatchObject({ error: { code: 'CONFLICT' } })
    got(await change('2099-01-01T00:00:00Z'))
    expect(await about()).toEqual({ state: 'unlocked', expires_at: '2099-01-01T00:00:00.000Z' })
    opened.vault.pass(-dayMs)
    got(await change(null))
    expect(await about()).toEqual({ state: 'unlocked', expires_at: inADay })
    got(await manage.lock(operator, id, await opened.versionOf(id)))
    expect(await about()).toEqual({ state: 'locked', expires_at: null })
  })

  test('keeps the expiry that an operator has set before the lock', async () => {
    await using opened = await openTest()
    const { id } = await opened.made('unlocked')
    const expires_at = '2099-01-01T00:00:00.000Z'
    got(await opened.manage.change(operator, id, { expires_at }))
    await opened.store('REPORTS_API_KEY')
    got(await opened.manage.lock(operator, id, await opened.versionOf(id)))
    expect(got(await opened.manage.read(id))).toMatchObject({ state: 'locked', expires_at })
  })

  test('proposes what scripts sign with a key and where they send it, and gets that only after the decision', async () => {
    await using opened = await openTest()
    const { profiles, manage } = opened
    const { token, id } = await opened.made('locked')
    const ask = (what: object) => profiles.propose(token, { description: 'tokens', ...what })
    const placesNow = async () => got(await manage.read(id)).keys.map(({ name, places }) => [name, places])
    await opened.store('SIGN_KEY')
    const fresh = got(await ask({ key: 'SIGN_KEY', places: ['jwt', 'body', 'jwt'] }))
    expect(fresh).toMatchObject({ key: 'SIGN_KEY', host: null, places: ['body', 'jwt'] })
    expect(got(await ask({ key: 'SIGN_KEY', places: ['body', 'jwt'] })), 'the same again').toEqual(fresh)
    expect(got(await ask({ key: 'SIGN_KEY' })).proposal_id, 'without places').not.toBe(fresh.proposal_id)
    expect(got(await manage.read(id)).proposals, 'for the operator').toContainEqual(fresh)
    expect(await placesNow()).toEqual([['REPORTS_API_KEY', []]])
    got(await manage.decide(operator, fresh.proposal_id, 'applied'))
    expect((await placesNow())[1]).toEqual(['SIGN_KEY', ['body', 'jwt']])
    expect(await ask({ key: 'SIGN_KEY', places: ['jwt'] })).toMatchObject({ error: { code: 'CONFLICT' } })
    const more = got(await ask({ key: 'SIGN_KEY', places: ['hmac'] }))
    const rejected = got(await ask({ key: 'REPORTS_API_KEY', places: ['hmac'] }))
    got(await manage.decide(operator, more.proposal_id, 'applied'))
    got(await manage.decide(operator, rejected.proposal_id, 'rejected'))
    expect(await placesNow()).toEqual([
      ['REPORTS_API_KEY', []],
      ['SIGN_KEY', ['body', 'jwt', 'hmac']],
    ])
    for (const places of [['header'], 'jwt', Array(9).fill('jwt')]) {
      expect(await ask({ key: 'SIGN_KEY', places })).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    }
    const ofHost = await ask({ host: 'files.example.com', places: ['jwt'] })
    expect(ofHost).toMatchObject({ error: { details: { places: expect.stringContaining('belong to a key') } } })
  })

  test('more places of a key do not approve a credential that replaced the approved one', async () => {
    await using opened = await openTest()
    const { token, id } = await opened.made('locked')
    const { proposal_id } = got(
      await opened.profiles.propose(token, { key: 'REPORTS_API_KEY', places: ['hmac'], description: 'sign' }),
    )
    const where = { profileId_name: { profileId: id, name: 'REPORTS_API_KEY' } }
    await opened.database.client.profileKey.update({ where, data: { credentialId: 'another' } })
    const applied = got(await opened.manage.decide(operator, proposal_id, 'applied'))
    expect(applied.keys[0]).toMatchObject({ value_exists: false, is_replaced: true, places: ['hmac'] })
  })

  test('has at most 20 open proposals, and lapsed ones do not count', async () => {
    await using opened = await openTest()
    const { token } = await opened.made('locked')
    const ask = (n: number) => opened.profiles.propose(token, { key: `KEY_${n}`, description: 'more' })
    for (let n = 0; n < 20; n += 1) got(await ask(n))
    expect(await ask(20)).toMatchObject({ error: { code: 'CONFLICT' } })
    opened.vault.pass(7 * dayMs)
    expect(await ask(20)).toMatchObject({ value: { state: 'pending' } })
  })
})

describe('in each state, each call returns the result in the table', () => {
  const calls = {
    read: (token: string, { profiles }: Opened) => profiles.read(token),
    add: (token: string, { profiles }: Opened) => profiles.addKeys(token, { keys: [{ name: 'MORE_KEY' }] }),
    remove: (token: string, { profiles }: Opened) => profiles.removeKey(token, 'REPORTS_API_KEY'),
    propose: (token: string, { profiles }: Opened) => profiles.propose(token, { key: 'MORE_KEY', description: 'more' }),
  }
  type Opened = Awaited<ReturnType<typeof openTest>>
  const answers = {
    unlocked: { read: 'ok', add: 'ok', remove: 'ok', propose: 'CONFLICT' },
    locked: { read: 'ok', add: 'CONFLICT', remove: 'CONFLICT', propose: 'ok' },
    expired: { read: 'ok', add: 'FORBIDDEN', remove: 'FORBIDDEN', propose: 'FORBIDDEN' },
    revoked: { read: 'ok', add: 'FORBIDDEN', remove: 'FORBIDDEN', propose: 'FORBIDDEN' },
  } as const
  const states = ['unlocked', 'locked', 'expired', 'revoked'] as const
  const names = ['read', 'add', 'remove', 'propose'] as const

  test.each(states)('%s', async (state) => {
    for (const name of names) {
      await using opened = await openTest()
      const { token } = await opened.made(state)
      const outcome = await calls[name](token, opened)
      expect(outcome.ok ? 'ok' : outcome.error.code, name).toBe(answers[state][name])
      if (name === 'read') expect(outcome).toMatchObject({ value: { state } })
    }
  })

  test('unknown tokens, malformed tokens and profile ids get the same NOT_FOUND', async () => {
    await using opened = await openTest()
    const { id } = await opened.made('unlocked')
    const tokens = [`ark_${'0'.repeat(22)}`, id, '', 'ark_', "ark_' or 1=1 --"]
    const refused = await Promise.all(tokens.flatMap((token) => names.map((name) => calls[name](token, opened))))
    expect(new Set(refused.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(refused[0]).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })
})

describe('an operator', () => {
  test('locks only the keys and hosts that they saw, even if the agent adds one with a value meanwhile', async () => {
    await using opened = await openTest()
    const { manage, profiles } = opened
    const { token, id } = await opened.made('unlocked')
    await opened.vault.vault.credentials.create(operator, credential)
    const seen = await opened.versionOf(id)
    got(await profiles.addKeys(token, { keys: [], hosts: ['later.example.com'] }))
    expect(await manage.lock(operator, id, seen)).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringContaining('have changed meanwhile') },
    })
    for (const input of [undefined, {}, { version: '1' }]) {
      expect(await manage.lock(operator, id, input)).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    }
    expect(got(await manage.read(id)).state).toBe('unlocked')
    expect(got(await manage.lock(operator, id, await opened.versionOf(id))).state).toBe('locked')
  })

  test('locks a profile once all its keys have values, and nothing unlocks it', async () => {
    await using opened = await openTest()
    const { manage, profiles } = opened
    const { token, id } = await opened.made('unlocked')
    expect(await manage.lock(operator, id, await opened.versionOf(id))).toMatchObject({
      error: { code: 'CONFLICT', details: { REPORTS_API_KEY: 'has no value, or an expired one' } },
    })
    await opened.vault.vault.credentials.create(operator, credential)
    const { client } = opened.database
    await client.credential.updateMany({ data: { expiresAt: new Date(0) } })
    expect(got(await profiles.read(token)).keys, 'an expired value is never used').toMatchObject([
      { value_exists: false },
    ])
    expect(await manage.lock(operator, id, await opened.versionOf(id))).toMatchObject({ error: { code: 'CONFLICT' } })
    await client.credential.updateMany({ data: { expiresAt: null } })
    expect(got(await manage.lock(operator, id, await opened.versionOf(id)))).toMatchObject({
      locked: true,
      state: 'locked',
    })
    expect(await manage.lock(operator, id, await opened.versionOf(id))).toMatchObject({ error: { code: 'CONFLICT' } })
    for (const change of structural) {
      expect(await manage.change(operator, id, change)).toMatchObject({ error: { code: 'CONFLICT' } })
    }
    for (const change of [{ locked: false }, { locked_at: null }, { state: 'unlocked' }]) {
      expect(await manage.change(operator, id, change)).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    }
    expect(got(await manage.change(operator, id, { description: 'Weekly reports' })).version).toBe(1)
    expect(got(await profiles.read(token))).toMatchObject({ description: 'Weekly reports', locked: true })
    expect(opened.vault.records.map(({ action }) => action)).toEqual([
      'profile.created',
      'credential.created',
      'profile.locked',
      'profile.changed',
    ])
  })

  test('can read the token of a profile, even after a rotation of the vault key, which leaves an audit row', async () => {
    await using opened = await openTest()
    const { token, id } = await opened.made('unlocked')
    expect(got(await opened.manage.token(operator, id))).toEqual({ token })
    const read = { action: 'profile.token_read', subject: id, by: operator.principal }
    expect(opened.vault.records.at(-1)).toMatchObject(read)
    await opened.vault.vault.rotate(commandLine)
    expect(got(await opened.manage.token(operator, id))).toEqual({ token })
    expect(await opened.manage.token(operator, 'prof_0')).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  test("adds a key that is marked as the operator's, and keeps the description of an agent's key", async () => {
    await using opened = await openTest()
    const { id, token } = await opened.made('unlocked')
    const add = [
      { name: 'REPORTS_API_KEY', description: '' },
      { name: 'QUOTES_KEY', description: 'Quotes' },
    ]
    const { keys } = got(await opened.manage.change(operator, id, { keys: { add } }))
    expect(keys).toMatchObject([
      { name: 'QUOTES_KEY', description: 'Quotes', by_operator: true },
      { name: 'REPORTS_API_KEY', description: 'Reads reports', by_operator: false },
    ])
    await opened.profiles.addKeys(token, { keys: [{ name: 'QUOTES_KEY', description: 'To read quotes' }] })
    expect(got(await opened.manage.read(id)).keys[0]).toMatchObject({
      description: 'To read quotes',
      by_operator: false,
    })
    await opened.profiles.addKeys(token, { keys: [{ name: 'QUOTES_KEY' }] })
    expect(got(await opened.manage.read(id)).keys[0]?.description, 'no description keeps it').toBe('To read quotes')
  })

  test('changes only the keys, hosts and limits that they name, and keeps what the agent changed meanwhile', async () => {
    await using opened = await openTest()
    const { manage, profiles } = opened
    const { token, id } = await opened.made('unlocked')
    const change = async (input: object) => got(await manage.change(operator, id, input))
    const namesOf = ({ keys }: { keys: readonly { name: string }[] }) => keys.map(({ name }) => name)
    await profiles.addKeys(token, { keys: [{ name: 'AGENT_KEY' }], hosts: ['agent.example.com'] })
    await change({ keys: { add: [{ name: 'OWN_KEY' }] }, hosts: { add: ['own.example.com', 'api.example.com'] } })
    await profiles.removeKey(token, 'AGENT_KEY')
    const after = await change({
      keys: { add: [{ name: 'LAST_KEY' }], remove: ['REPORTS_API_KEY', 'AGENT_KEY'] },
      hosts: { remove: ['api.example.com'] },
    })
    expect(namesOf(after)).toEqual(['LAST_KEY', 'OWN_KEY'])
    expect(after.hosts).toEqual(['agent.example.com', 'own.example.com'])
    await change({ limits: { memory_mb: 256, timeout_s: 20 } })
    expect((await change({ limits: { timeout_s: null, fuel: 900 } })).limits).toEqual({ memory_mb: 256, fuel: 900 })
  })

  test.each(['unlocked', 'locked'] as const)('changes nothing with an empty change of a %s profile', async (state) => {
    await using opened = await openTest()
    const { manage, vault } = opened
    const { id } = await opened.made(state)
    const before = got(await manage.read(id))
    vault.records.length = 0
    for (const change of [
      {},
      { limits: {} },
      { scripts: {} },
      { keys: {} },
      { hosts: { add: [], remove: [] }, limits: {} },
    ]) {
      expect(got(await manage.change(operator, id, change))).toEqual(before)
    }
    expect(vault.records).toEqual([])
    got(await manage.change(operator, id, { description: 'Weekly reports', limits: {} }))
    expect(got(await manage.read(id)).version).toBe(before.version)
    expect(vault.records).toMatchObject([{ action: 'profile.changed', detail: { fields: ['description'] } }])
  })

  test('chooses how scripts run in a new version of the profile, even if it is locked', async () => {
    await using opened = await openTest()
    const { manage, profiles, vault } = opened
    const { id, token } = await opened.made('locked')
    const { version, scripts } = got(await manage.read(id))
    expect(scripts).toEqual({ language: 'python', python_runtime: 'python', shows_lookalikes: false })
    const change = async (input: object) => got(await manage.change(operator, id, { scripts: input }))
    await change({ python_runtime: 'container' })
    const both = { language: 'javascript', python_runtime: 'container', shows_lookalikes: false }
    expect(await change({ language: 'javascript' })).toMatchObject({ scripts: both, version: version + 2 })
    expect(got(await profiles.read(token)).scripts).toEqual(both)
    vault.records.length = 0
    expect(await change({ shows_lookalikes: true })).toMatchObject({ scripts: { ...both, shows_lookalikes: true } })
    expect(vault.records).toMatchObject([
      { action: 'profile.changed', subject: id, detail: { fields: ['scripts'], shows_lookalikes: true } },
    ])
  })

  test('gets an error for each invalid field of a change', async () => {
    await using opened = await openTest()
    const { id } = await opened.made('unlocked')
    const keys = Array.from({ length: 32 }, (_, n) => ({ name: `KEY_${n}` }))
    const hosts = Array.from({ length: 64 }, (_, n) => `host-${n}.example.com`)
    const wrong = [
      ['limits.timeout_s', { limits: { timeout_s: 0 } }],
      ['limits.timeout_s', { limits: { timeout_s: 31_536_000 } }],
      ['scripts.python_runtime', { scripts: { python_runtime: 'docker' } }],
      ['scripts.language', { scripts: { language: 'cobol' } }],
      ['hosts.add.0', { hosts: { add: ['10.0.0.1'] } }],
      ['keys.remove.0', { keys: { remove: ['\0'] } }],
      ['keys', { keys: { add: keys } }],
      ['hosts', { hosts: { add: hosts }, keys: { remove: ['REPORTS_API_KEY'] } }],
      ['state', { state: 'locked' }],
    ] as const
    for (const [field, change] of wrong) {
      expect(await opened.manage.change(operator, id, change), field).toMatchObject({
        error: { code: 'INVALID_INPUT', details: { [field]: expect.any(String) } },
      })
    }
    expect(got(await opened.manage.read(id)), 'a refused change changes nothing').toMatchObject({
      version: 1,
      keys: [{ name: 'REPORTS_API_KEY' }],
    })
  })
})

describe('a proposal of a profile that is', () => {
  test.each([
    ['revoked', { message: expect.stringMatching(/revoked.*Reject the proposal/) }],
    ['expired', { message: expect.stringMatching(/expired.*later expiry/) }],
  ] as const)(
    '%s cannot be applied, but can be rejected, or applied once the profile has a later expiry',
    async (state, why) => {
      await using opened = await openTest()
      const { profiles, manage } = opened
      const { token, id } = await opened.made('locked')
      const { proposal_id } = got(await profiles.propose(token, { host: 'files.example.com', description: 'more' }))
      if (state === 'revoked') got(await manage.revoke(operator, id))
      else got(await manage.change(operator, id, { expires_at: '2026-11-21T00:00:00Z' }))
      expect(await manage.decide(operator, proposal_id, 'applied')).toMatchObject({
        error: { code: 'CONFLICT', ...why },
      })
      const after = got(await manage.read(id))
      expect(after).toMatchObject({ state, hosts: ['api.example.com'], version: 1, proposals: [{ state: 'pending' }] })
      if (state === 'expired') {
        got(await manage.change(operator, id, { expires_at: null }))
        const applied = got(await manage.decide(operator, proposal_id, 'applied'))
        expect(applied).toMatchObject({ version: 2, hosts: ['api.example.com', 'files.example.com'] })
      } else {
        const { proposals } = got(await manage.decide(operator, proposal_id, 'rejected'))
        expect(proposals).toMatchObject([{ state: 'rejected' }])
      }
    },
  )
})

test.each(['expired', 'revoked'] as const)(
  'keys, hosts and limits of a profile that is %s cannot change',
  async (state) => {
    await using opened = await openTest()
    const { id } = await opened.made('unlocked')
    if (state === 'revoked') got(await opened.manage.revoke(operator, id))
    else got(await opened.manage.change(operator, id, { expires_at: '2026-11-21T00:00:00Z' }))
    for (const change of structural) {
      expect(await opened.manage.change(operator, id, change)).toMatchObject({
        error: { code: 'CONFLICT', message: expect.stringContaining(`The profile is ${state}`) },
      })
    }
  },
)

test('a profile shows the waiting proposals and the latest 20 others, and pages have the rest', async () => {
  await using opened = await openTest()
  const { profiles, manage } = opened
  const { token, id } = await opened.made('locked')
  const row = { profileId: id, description: 'more', expiresAt: new Date('2026-11-01T00:00:00Z') }
  const at = (n: number) => new Date(Date.parse('2026-10-01T00:00:00Z') + Math.floor(n / 3) * 1000)
  const idOf = (n: number) => `prop_${String(n).padStart(4, '0')}`
  await opened.database.client.proposal.createMany({
    data: Array.from({ length: 70 }, (_, n) => {
      const state = n % 2 === 0 ? ('rejected' as const) : ('pending' as const)
      return { ...row, id: idOf(n), key: `KEY_${n}`, state, createdAt: at(n) }
    }),
  })
  const waiting = got(await profiles.propose(token, { host: 'files.example.com', description: 'more' }))
  const latest = Array.from({ length: 20 }, (_, n) => idOf(50 + n))
  const namesOf = (all: readonly { proposal_id: string }[]) => all.map(({ proposal_id }) => proposal_id)
  expect(namesOf(got(await profiles.read(token)).proposals)).toEqual([...latest, waiting.proposal_id])

  const { proposals, proposals_total, older_proposals } = got(await manage.read(id))
  expect(namesOf(proposals)).toEqual([...latest, waiting.proposal_id])
  expect(proposals_total).toBe(71)
  const older: string[] = []
  for (let after = older_proposals; after !== null; ) {
    const page = got(await manage.olderProposals(id, after))
    expect(page.proposals.length).toBeLessThanOrEqual(20)
    older.push(...namesOf(page.proposals))
    after = page.next
  }
  expect(older).toEqual(Array.from({ length: 50 }, (_, n) => idOf(49 - n)))
  expect(await manage.olderProposals(id, 'x')).toMatchObject({ error: { details: { after: expect.any(String) } } })
  expect(got(await manage.list({})).profiles).toMatchObject([{ id, waiting_proposals: 1 }])
})

test('the scope of a profile is its hosts, its keys and its limits, with its state', async () => {
  await using opened = await openTest()
  const { id } = await opened.made('unlocked')
  got(await opened.manage.change(operator, id, { limits: { timeout_s: 20, fuel: 900 } }))
  const { ports } = opened.vault
  const scope = { hosts: ['api.example.com'], keys: ['REPORTS_API_KEY'], limits: { timeoutMs: 20_000, fuel: 900 } }
  expect(await findProfileScope(ports, id)).toMatchObject({ id, state: 'unlocked', scope })
  got(await opened.manage.revoke(operator, id))
  expect(await findProfileScope(ports, id)).toMatchObject({ state: 'revoked' })
  expect(await findProfileScope(ports, 'prof_none')).toBeUndefined()
})

test('the list of profiles takes a fixed number of queries, and shows the credential of each key', async () => {
  await using opened = await openTest()
  const { id } = await opened.made('locked')
  for (let count = 0; count < 5; count += 1) await opened.profiles.create(wanted, 'address a')
  let queries = 0
  const counted = new Proxy(opened.database.client, {
    get(client, name) {
      queries += 1
      return Reflect.get(client, name)
    },
  })
  expect(await readProfiles(counted, { orderBy: { createdAt: 'desc' } })).toHaveLength(6)
  expect(queries).toBe(3)
  const { profiles: listed } = got(await opened.manage.list({}))
  expect(listed.find((one) => one.id === id)?.keys).toEqual([
    {
      name: 'REPORTS_API_KEY',
      description: 'Reads reports',
      value_exists: true,
      is_replaced: false,
      by_operator: false,
      places: [],
      credential: {
        use: { kind: 'bearer' },
        description: '',
        hosts: ['api.example.com'],
        expires_at: null,
        updated_at: expect.any(String),
        other_profiles: 5,
      },
    },
  ])
  expect(JSON.stringify(listed)).not.toContain(credential.value)
})

test('pages list every profile, the newest first, however many are newer', async () => {
  await using opened = await openTest()
  const { id } = await opened.made('unlocked')
  const { profile } = opened.database.client
  const row = await profile.findUniqueOrThrow({ where: { id } })
  await profile.createMany({
    data: Array.from({ length: 500 }, (_, n) => {
      const createdAt = new Date(row.createdAt.getTime() + Math.ceil((n + 1) / 3) * 1000)
      const own = { id: `prof_${String(n).padStart(4, '0')}`, tokenHash: `hash ${n}`, createdAt }
      return { ...row, limits: {}, scripts: {}, revokedAt: createdAt, ...own }
    }),
  })
  const ids: string[] = []
  let next: string | null = null
  do {
    const page: Omit<ConsoleProfiles, 'unlocked_days'> = got(
      await opened.manage.list(next === null ? {} : { after: next }),
    )
    expect(page.profiles.length).toBeLessThanOrEqual(50)
    ids.push(...page.profiles.map((one) => one.id))
    next = page.next
  } while (next !== null)
  expect(ids).toEqual([...Array.from({ length: 500 }, (_, n) => `prof_${String(499 - n).padStart(4, '0')}`), id])
  for (const after of ['x', '1.prop_1', `1.prof_${'0'.repeat(200)}`]) {
    expect(await opened.manage.list({ after })).toMatchObject({ error: { details: { after: expect.any(String) } } })
  }
})

test('an operator creates an unlocked profile by hand or from a template, and a limit of the request takes precedence', async () => {
  await using opened = await openTest()
  const { manage, vault } = opened
  const byHand = got(await manage.create(operator, { ...wanted, limits: { timeout_s: 5 } }))
  expect(byHand).toMatchObject({
    ...wanted,
    state: 'unlocked',
    described_by_operator: true,
    keys: [{ by_operator: true }],
    limits: { timeout_s: 5 },
  })
  expect(Date.parse(byHand.expires_at ?? '')).toBe(vault.ports.clock.now() + dayMs)
  const [first] = loadProfileTemplates(process.cwd())
  const { name, hosts, limits } = first ?? { name: '', hosts: [], limits: {} }
  const made = got(await manage.create(operator, { template: name, limits: { concurrency: 2 } }))
  expect(made).toMatchObject({ hosts, limits: { ...limits, concurrency: 2 } })
  expect(vault.records.at(-1)).toMatchObject({ action: 'profile.created', subject: made.id, by: operator.principal })
  expect(await manage.create(operator, {})).toMatchObject({ error: { code: 'INVALID_INPUT' } })
})

test('profiles that nobody has locked within the days are deleted, each with an audit row; all others stay', async () => {
  await using opened = await openTest()
  const { manage, profiles, vault } = opened
  const locked = await opened.made('locked')
  const old = got(await manage.create(operator, wanted))
  vault.pass(dayMs)
  await profiles.create(wanted, 'address a')
  vault.pass(29.5 * dayMs)
  expect(await sweepUnlocked(vault.ports, 31)).toBe(0)
  expect(await sweepUnlocked(vault.ports, 30)).toBe(1)
  expect(vault.records.at(-1)).toMatchObject({ action: 'profile.swept', subject: old.id, detail: { days: 30 } })
  const left = got(await manage.list({})).profiles.map(({ id }) => id)
  expect(left).toHaveLength(2)
  expect(left).toContain(locked.id)
})

test('only a revoked profile can be deleted, which leaves an audit row', async () => {
  await using opened = await openTest()
  const { manage, vault } = opened
  for (const state of ['unlocked', 'locked', 'expired'] as const) {
    const { id } = await opened.made(state)
    expect(await manage.remove(operator, id, { history: 'delete' }), state).toMatchObject({
      error: { code: 'CONFLICT' },
    })
    vault.pass(1000)
  }
  const { id } = await opened.made('revoked')
  got(await manage.remove(operator, id, { history: 'keep' }))
  const detail = { history: 'keep', executions: 0 }
  expect(vault.records.at(-1)).toMatchObject({ action: 'profile.deleted', subject: id, by: operator.principal, detail })
  expect(await manage.read(id)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('revokes all unlocked profiles that were created until a time, and records each', async () => {
  await using opened = await openTest()
  const { manage, vault } = opened
  const locked = await opened.made('locked')
  // `made` finds the newest profile.
  vault.pass(1000)
  const first = await opened.made('unlocked')
  vault.pass(1000)
  const second = await opened.made('unlocked')
  const { created_at: created_until } = got(await manage.read(second.id))
  vault.pass(1000)
  const later = await opened.made('unlocked')
  expect(got(await manage.revokeUnlocked(operator, { created_until }))).toEqual({ revoked: 2 })
  const stateOf = async ({ id }: { readonly id: string }) => got(await manage.read(id)).state
  expect(await Promise.all([locked, first, second, later].map(stateOf))).toEqual([
    'locked',
    'revoked',
    'revoked',
    'unlocked',
  ])
  const recorded = vault.records.flatMap(({ action, subject }) => (action === 'profile.revoked' ? [subject] : []))
  expect(recorded.toSorted()).toEqual([first.id, second.id].toSorted())
  expect(got(await manage.revokeUnlocked(operator, { created_until }))).toEqual({ revoked: 0 })
})
