import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isWithheld } from '#runner/contract/bound-credentials.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { commandLine } from '../auth/context.ts'
import { emptyTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createCredentials } from './credentials.ts'
import { followCurrentKey, ringProblem } from './current-key.ts'
import { createEnvironmentBroker } from './environment-broker.ts'
import type { Vault } from './open-vault.ts'
import { changeCredential, openTestVault, operator } from './testing.ts'

const secret = 'a-value-of-thirty-characters!!'
const given = {
  name: 'REPORTS_API_KEY',
  description: 'Reads reports',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value: secret,
}
const environment = createEnvironmentBroker(
  new Map([['REPORTS_API_KEY', { hosts: ['env.example.com'], value: 'from-env' }]]),
)
const bind = (vault: Vault, ...names: string[]) => vault.broker(environment).bind(publicPrincipal, names)
/** The hosts of a credential that is withheld; undefined: it is not. */
const withheldFrom = async (vault: Vault, name: string) => {
  const bound = (await bind(vault, name)).get(name)
  return bound && isWithheld(bound) ? bound.hosts : undefined
}
/** The connections that wait for a lock. A transaction sees only those of its start, so this is asked outside. */
const waiting = () =>
  database.client.$queryRaw<unknown[]>`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

let database: TestDatabase
let opened: Awaited<ReturnType<typeof openTestVault>>
beforeEach(async () => {
  database = await emptyTestDatabase()
  opened = await openTestVault(database)
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

describe('a stored credential', () => {
  test('is encrypted in the database, and its value is in no console view, audit row or log line', async () => {
    const created = await opened.vault.credentials.create(operator, given)
    expect(created).toMatchObject({ ok: true, value: { name: given.name, value_exists: true, hosts: given.hosts } })
    const [row] = await database.client.credential.findMany()
    const listed = await opened.vault.credentials.list()
    expect(JSON.stringify([created, row, listed, opened.records, opened.logged])).not.toContain(secret)
    expect(row?.sealed).toBeTruthy()
    expect(opened.records).toMatchObject([
      { action: 'credential.created', subject: given.name, detail: { value: 'set' } },
    ])
    expect((await bind(opened.vault, given.name)).get(given.name)?.value?.()).toBe(secret)
  })

  test('does not open in another row', async () => {
    await opened.vault.credentials.create(operator, given)
    await opened.vault.credentials.create(operator, { ...given, name: 'OTHER_KEY', value: 'other-value' })
    const { sealed } = await database.client.credential.findUniqueOrThrow({ where: { name: given.name } })
    await database.client.credential.update({ where: { name: 'OTHER_KEY' }, data: { sealed } })
    expect(await withheldFrom(opened.vault, 'OTHER_KEY')).toEqual(given.hosts)
    expect(opened.logged).toEqual(['a credential cannot be decrypted: set its value again'])
  })

  test('takes precedence over the environment, even if it is expired or has no value', async () => {
    const { vault } = opened
    expect((await bind(vault, given.name)).get(given.name)?.value?.()).toBe('from-env')
    const { value, ...withoutValue } = given
    await vault.credentials.create(operator, withoutValue)
    expect(await withheldFrom(vault, given.name)).toEqual(given.hosts)
    const { name: _, ...fields } = given
    await changeCredential(vault, given.name, { ...fields, expires_at: '2026-11-22T01:00:00Z' })
    expect((await bind(vault, given.name)).get(given.name)?.hosts).toEqual(given.hosts)
    opened.pass(60 * 60_000)
    expect(await withheldFrom(vault, given.name)).toEqual(given.hosts)
    await vault.credentials.remove(operator, given.name)
    expect((await bind(vault, given.name)).get(given.name)?.value?.()).toBe('from-env')
  })

  test('that has no usable value is named with the remedy in the console, because the environment is not used', async () => {
    const { credentials } = opened.vault
    const broker = opened.vault.broker(environment)
    const why = () => broker.whyMissing?.(given.name, ['api.example.com'])
    const { value, name, ...fields } = given
    await credentials.create(operator, { name, ...fields })
    await broker.bind(publicPrincipal, [name])
    expect(why()).toBe(`${name} is stored without a value: enter it in the console, under Credentials`)
    await database.client.credential.update({ where: { name }, data: { clear: value } })
    await broker.bind(publicPrincipal, [name])
    expect(why()).toMatch(
      /^REPORTS_API_KEY has a value that is not encrypted: run .*encrypt-existing.* or enter it again/,
    )
    await changeCredential(opened.vault, name, { ...fields, value, expires_at: '2026-11-21T01:00:00Z' })
    await broker.configuredNames()
    expect(why()).toBe(`${name} is expired: enter a new value or a later day in the console, under Credentials`)
    await credentials.remove(operator, name)
    await broker.bind(publicPrincipal, [name])
    expect(why()).toMatch(/environment/)
  })

  test('that cannot be decrypted is reported with the remedy, and does not count as configured', async () => {
    const { credentials } = opened.vault
    await credentials.create(operator, given)
    await credentials.create(operator, { ...given, name: 'OTHER_KEY' })
    const { sealed } = await database.client.credential.findUniqueOrThrow({ where: { name: given.name } })
    await database.client.credential.update({ where: { name: 'OTHER_KEY' }, data: { sealed } })
    const broker = opened.vault.broker(environment)
    const why = () => broker.whyMissing?.('OTHER_KEY', ['api.example.com'])
    const words = 'OTHER_KEY has a value that cannot be decrypted: enter it again in the console, under Credentials'
    expect([...(await broker.configuredNames())]).toEqual([given.name])
    expect(why(), 'before the first use').toBe(words)
    expect(await withheldFrom(opened.vault, 'OTHER_KEY')).toEqual(given.hosts)
    expect(why(), 'after it').toBe(words)
    await broker.configuredNames()
    expect(why()).toBe(words)
    const { name: _, ...fields } = given
    await changeCredential(opened.vault, 'OTHER_KEY', fields)
    await broker.bind(publicPrincipal, ['OTHER_KEY'])
    expect(why()).not.toContain('decrypted')
  })

  test('returns how the gateway adds it to requests, unless it is plain or a setting', async () => {
    const uses = [
      { kind: 'bearer' },
      { kind: 'header', header: 'X-API-Key' },
      { kind: 'query', parameter: 'key' },
      { kind: 'basic', username: 'someone' },
      { kind: 'oauth2', token_host: 'login.example.com', token_path: '/token', client_id: 'me' },
      { kind: 'plain' },
      { kind: 'setting' },
    ]
    const names = uses.map(({ kind }) => `${kind.toUpperCase()}_KEY`)
    for (const [index, use] of uses.entries()) {
      await opened.vault.credentials.create(operator, { ...given, name: names[index], use })
    }
    const bound = await bind(opened.vault, ...names)
    const addedAs = names.map((name) => {
      const one = bound.get(name)
      return one && !isWithheld(one) ? one.addedAs : undefined
    })
    expect(addedAs).toEqual([...uses.slice(0, 5), undefined, undefined])
  })

  test('counts as configured if it is a secret with an unexpired value, without counting as used', async () => {
    const { vault } = opened
    const names = async () => [...(await vault.broker(environment).configuredNames())].sort()
    expect(await names()).toEqual(['REPORTS_API_KEY'])
    const { value, ...withoutValue } = given
    await vault.credentials.create(operator, withoutValue)
    expect(await names(), 'the vault takes precedence').toEqual([])
    const soon = { ...given, name: 'SOON_KEY', expires_at: '2026-11-22T01:00:00Z' }
    await vault.credentials.create(operator, soon)
    await vault.credentials.create(operator, { ...given, name: 'BASE_URL', use: { kind: 'setting' } })
    expect(await names()).toEqual(['SOON_KEY'])
    opened.pass(60 * 60_000)
    expect(await names()).toEqual([])
    expect((await vault.credentials.list()).every((view) => view.last_used_at === null)).toBe(true)
  })

  test('gets a new version with each value, and the next use gets the new value', async () => {
    const other = await opened.open()
    await opened.vault.credentials.create(operator, given)
    const before = (await bind(other, given.name)).get(given.name)
    const { name: _, ...fields } = given
    await changeCredential(opened.vault, given.name, { ...fields, value: 'a-newer-value' })
    const after = (await bind(other, given.name)).get(given.name)
    expect(before?.value?.()).toBe(secret)
    expect(after?.value?.()).toBe('a-newer-value')
    expect(after?.version).not.toBe(before?.version)
  })

  test('remembers its last use, with at most one write a minute', async () => {
    await opened.vault.credentials.create(operator, given)
    const lastUsed = async () => (await opened.vault.credentials.list())[0]?.last_used_at
    expect(await lastUsed()).toBeNull()
    await bind(opened.vault, given.name)
    expect(await lastUsed()).toBe('2026-11-22T00:00:00.000Z')
    opened.pass(60_000)
    await bind(opened.vault, given.name)
    expect(await lastUsed()).toBe('2026-11-22T00:00:00.000Z')
    opened.pass(1000)
    await bind(opened.vault, given.name)
    expect(await lastUsed()).toBe('2026-11-22T00:01:01.000Z')
  })

  test('is not shown as updated when it is only used', async () => {
    const created = await opened.vault.credentials.create(operator, given)
    await bind(opened.vault, given.name)
    const [used] = await opened.vault.credentials.list()
    expect(used?.last_used_at).not.toBeNull()
    expect(used?.updated_at).toBe(created.ok && created.value.updated_at)
  })
})

describe('input', () => {
  test.each([
    ['name', { name: 'reports-key' }],
    ['hosts', { hosts: [] }],
    ['hosts.0', { hosts: ['https://api.example.com'] }],
    ['value', { value: 'short' }],
    ['value', { value: 'two\nlines-of-text' }],
    ['use.header', { use: { kind: 'header', header: 'X Key' } }],
    ['use.username', { use: { kind: 'basic', username: 'a:b' } }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['colour', { colour: 'red' }],
  ])('an invalid %s is refused with the name of the field', async (field, wrong) => {
    const refused = await opened.vault.credentials.create(operator, { ...given, ...wrong })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { [field]: expect.any(String) } },
    })
    expect(JSON.stringify(refused)).not.toContain(secret)
  })

  test('a second credential with the same name is a conflict, and an unknown name is NOT_FOUND', async () => {
    const { credentials } = opened.vault
    const both = await Promise.all([credentials.create(operator, given), credentials.create(operator, given)])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    const { name: _, ...fields } = given
    for (const refused of [
      await credentials.change(operator, 'NO_KEY', { ...fields, updated_at: '2026-11-22T00:00:00.000Z' }),
      await credentials.remove(operator, 'NO_KEY'),
    ]) {
      expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    }
  })

  test('of two changes by operators who saw the same fields, the second is a conflict and changes nothing', async () => {
    const { credentials } = opened.vault
    const hosts = ['api.example.com', 'old.example.com']
    const created = await credentials.create(operator, { ...given, hosts })
    const { name, value: _, ...fields } = given
    const seen = { ...fields, hosts, updated_at: created.ok ? created.value.updated_at : '' }
    const narrowed = await credentials.change(operator, name, { ...seen, hosts: ['api.example.com'] })
    expect(narrowed).toMatchObject({ ok: true })
    expect(await credentials.change(operator, name, { ...seen, description: 'New' })).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: `${name} was changed meanwhile: check its fields, then save again.` },
    })
    expect(await credentials.list()).toMatchObject([{ description: given.description, hosts: ['api.example.com'] }])
    expect(opened.records.map(({ action }) => action)).toEqual(['credential.created', 'credential.changed'])
    expect(await changeCredential(opened.vault, name, { ...fields, description: 'New' })).toMatchObject({ ok: true })
  })

  test('a secret becomes a setting only with a new value', async () => {
    const { credentials } = opened.vault
    await credentials.create(operator, given)
    const setting = { description: '', use: { kind: 'setting' }, hosts: [] }
    expect(await changeCredential(opened.vault, given.name, setting)).toMatchObject({
      ok: false,
      error: { details: { value: expect.any(String) } },
    })
    expect(await changeCredential(opened.vault, given.name, { ...setting, value: 'eu' })).toMatchObject({ ok: true })
  })

  test('a setting that becomes a secret during another change does not become a setting again', async () => {
    const { credentials } = opened.vault
    const setting = { description: '', use: { kind: 'setting' }, hosts: [] }
    const created = await credentials.create(operator, { ...setting, name: given.name, value: 'eu' })
    const seen = { ...setting, updated_at: created.ok ? created.value.updated_at : '' }
    const { change } = await database.client.$transaction(async (tx) => {
      await tx.credential.update({ where: { name: given.name }, data: { kind: 'bearer' } })
      const change = credentials.change(operator, given.name, { ...seen, description: 'Region' })
      await expect.poll(waiting).not.toEqual([])
      return { change }
    })
    expect(await change).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  })
})

describe('a rotation', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...given, name: `KEY_${n}`, value: `value-number-${n}` }))

  test('that ends between the read of a value and its decryption hides no value', async () => {
    await opened.vault.credentials.create(operator, given)
    await opened.vault.rotate(commandLine)
    const other = await opened.open()
    // The broker asks the environment for the other name after it has read the stored row.
    const slow = {
      ...environment,
      async bind() {
        await other.rotate(commandLine)
        return new Map()
      },
    }
    const bound = await opened.vault.broker(slow).bind(publicPrincipal, [given.name, 'OTHER_KEY'])
    expect(bound.get(given.name)?.value?.()).toBe(secret)
    expect(opened.logged).toEqual([])
  })

  test('encrypts every value under a new key while others write and read, and drops the older keys; two at once add one key, and the audit trail records the operator of each', async () => {
    const other = await opened.open()
    for (const one of many(250)) await opened.vault.credentials.create(operator, one)
    const rotation = opened.vault.rotate(commandLine)
    const [written, read] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, (_, n) => other.credentials.create(operator, { ...given, name: `LATE_${n}` })),
      ),
      Promise.all(many(250).map(async ({ name }) => (await bind(other, name)).get(name)?.value?.())),
    ])
    expect(written.every(({ ok }) => ok)).toBe(true)
    expect(read).toEqual(many(250).map(({ value }) => value))
    expect((await rotation).unreadable).toEqual([])
    const keys = await database.client.credential.groupBy({ by: ['keyId'] })
    expect(keys).toHaveLength(1)
    for (const n of [0, 99, 100, 249]) {
      expect((await bind(other, `KEY_${n}`)).get(`KEY_${n}`)?.value?.()).toBe(`value-number-${n}`)
    }
    await opened.vault.rotate(commandLine)
    const path = join(opened.dataDir, 'secrets', 'vault-keys')
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(1)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await bind(await opened.open(), 'KEY_7')).get('KEY_7')?.value?.()).toBe('value-number-7')

    opened.records.length = 0
    await Promise.all([opened.vault.rotate(operator), other.rotate(operator)])
    expect((await bind(other, 'KEY_249')).get('KEY_249')?.value?.()).toBe('value-number-249')
    expect(await other.countValues()).toEqual({ total: 270, left: 0 })
    const actions = opened.records.map(({ action, by }) => `${action} ${by.id}`).sort()
    expect(actions).toEqual([
      `vault.key_added ${operator.principal.id}`,
      `vault.key_rotated ${operator.principal.id}`,
      `vault.key_rotated ${operator.principal.id}`,
    ])
  })

  test('continues after an interruption with the key with which it began', async () => {
    for (const one of many(3)) await opened.vault.credentials.create(operator, one)
    await opened.vault.rotate(commandLine)
    const [first, second] = await database.client.credential.findMany({ orderBy: { name: 'asc' } })
    // One row under an earlier key, as if the process had ended between two batches.
    const { vault } = opened
    await database.client.credential.update({ where: { id: second?.id ?? '' }, data: { keyId: 'before' } })
    expect(await vault.rotate(commandLine)).toEqual({ encrypted: 1, unreadable: [] })
    const keys = await database.client.credential.groupBy({ by: ['keyId'] })
    expect(keys).toEqual([{ keyId: first?.keyId }])
  })

  test('reports values that cannot be decrypted, and keeps the older keys until they can', async () => {
    const { vault } = opened
    const storedKeys = async () =>
      (await readFile(join(opened.dataDir, 'secrets', 'vault-keys'), 'utf8')).trim().split('\n')
    const store = (sealed: string | null) =>
      database.client.credential.update({ where: { name: 'KEY_1' }, data: { sealed } })
    const sealedOf = async (name: string) =>
      (await database.client.credential.findUniqueOrThrow({ where: { name } })).sealed
    for (const one of many(2)) await vault.credentials.create(operator, one)
    await vault.rotate(commandLine)
    const [oldKey] = await storedKeys()
    const readable = await sealedOf('KEY_1')
    await store(await sealedOf('KEY_0'))
    expect(await vault.rotate(commandLine)).toEqual({ encrypted: 1, unreadable: ['KEY_1'] })
    expect(await storedKeys()).toEqual([expect.any(String), oldKey])
    await store(readable)
    expect((await bind(await opened.open(), 'KEY_1')).get('KEY_1')?.value?.()).toBe('value-number-1')
    expect(await vault.rotate(commandLine)).toEqual({ encrypted: 1, unreadable: [] })
    expect(await storedKeys()).not.toContain(oldKey)
    expect((await bind(vault, 'KEY_1')).get('KEY_1')?.value?.()).toBe('value-number-1')
  })
})

test('the app does not start without the key of stored values, and names the values and the remedy', async () => {
  await opened.vault.credentials.create(operator, given)
  await expect(opened.open(new Uint8Array(32).fill(6))).rejects.toThrow(
    /The vault's key is missing: REPORTS_API_KEY cannot be decrypted. Restore .*vault-keys from a backup/,
  )
})

test('values that another program stored unencrypted are reported, not used, and encrypted on request', async () => {
  const { vault } = opened
  await vault.credentials.create(operator, { ...given, value: undefined })
  await database.client.credential.update({ where: { name: given.name }, data: { clear: secret } })
  expect(await withheldFrom(vault, given.name)).toEqual(given.hosts)
  expect(await vault.encryptClear({ execute: false })).toEqual({ names: [given.name], isDone: false })
  expect(await vault.encryptClear({ execute: true })).toEqual({ names: [given.name], isDone: true })
  expect((await bind(vault, given.name)).get(given.name)?.value?.()).toBe(secret)
  expect((await database.client.credential.findFirstOrThrow()).clear).toBeNull()
  expect(await vault.encryptClear({ execute: true })).toEqual({ names: [], isDone: true })
})

test('a value that an operator enters while stored values are encrypted stays', async () => {
  const { vault } = opened
  const { value, ...withoutValue } = given
  await vault.credentials.create(operator, withoutValue)
  await database.client.credential.update({ where: { name: given.name }, data: { clear: 'old-value' } })
  const [changing, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = createCredentials({
    ...opened.ports,
    ring: vault.ring,
    randomBytes,
    audit: {
      async record() {
        changing.resolve()
        await committing.promise
      },
    },
  })
  const { name: _, ...fields } = given
  const changed = changeCredential({ credentials: slow }, given.name, fields)
  await changing.promise
  const encrypted = vault.encryptClear({ execute: true })
  await expect.poll(waiting).not.toEqual([])
  committing.resolve()
  expect(await changed).toMatchObject({ ok: true })
  expect(await encrypted).toEqual({ names: [], isDone: true })
  expect((await bind(vault, given.name)).get(given.name)?.value?.()).toBe(value)
})

test('a process without the current key hears of it, encrypts nothing and does not start, until it gets the key', async () => {
  await using other = await openTestVault(database)
  using key = followCurrentKey(database.client, { warn: () => {} })
  const problem = () => ringProblem(other.vault.ring(), key.id())
  const heard = new pg.Client({ connectionString: database.url })
  await using _heard = { [Symbol.asyncDispose]: () => heard.end() }
  heard.on('notification', ({ payload = '' }) => key.listening.heard(payload))
  await heard.connect()
  await heard.query(`listen ${key.listening.channel}`)
  await opened.vault.credentials.create(operator, given)
  expect(problem()).toBeUndefined()

  await opened.vault.rotate(commandLine)
  await expect.poll(problem).toMatch(/^The key [0-9a-f]{16} of the vault is missing here: copy secrets\/vault-keys/)
  const late = { ...given, name: 'LATE_KEY' }
  await expect(other.vault.credentials.create(operator, late)).rejects.toThrow('is missing here')
  await expect(other.vault.rotate(commandLine)).rejects.toThrow('is missing here')
  await expect(other.open()).rejects.toThrow('is missing')

  const path = join('secrets', 'vault-keys')
  await mkdir(join(other.dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  await copyFile(join(opened.dataDir, path), join(other.dataDir, path))
  expect(problem()).toBeUndefined()
  expect(await other.vault.credentials.create(operator, late)).toMatchObject({ ok: true })
  expect((await bind(opened.vault, late.name)).get(late.name)?.value?.()).toBe(secret)
})

test('a start replaces a lost key under which there is no value', async () => {
  await opened.vault.credentials.create(operator, given)
  await opened.vault.rotate(commandLine)
  await database.client.credential.deleteMany()
  await using other = await openTestVault(database)
  expect(await other.vault.credentials.create(operator, given)).toMatchObject({ ok: true })
})
