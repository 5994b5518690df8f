import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createManageProfiles } from '#lib/agents/server/profiles/manage-profiles.ts'
import { createProfiles } from '#lib/agents/server/profiles/profiles.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { openRelay } from '#lib/platform/server/db/testing-relay.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { openedValue } from '#lib/platform/server/vault/credentials.ts'
import { openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import { createRecordSeals, recordKeysOf } from '#lib/skills/server/executions/record-seals.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import { scriptBytes } from '#runner/script/script.ts'
import type { ImportChoices } from '../../model/console-move.ts'
import { createImports } from './imports.ts'
import { writeExport } from './write-export.ts'

const passphrase = 'a passphrase of many words'
const credential = {
  name: 'REPORTS_API_KEY',
  description: 'Reads reports',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value: 'a-value-of-the-key',
}
const whole = { profiles: 'all', with_history: true, waiting_to: null, passphrase } as const
/** Quick to compute. */
const cost = { ln: 1, r: 1, p: 1 }
const skip: ImportChoices = { credentials: 'skip', profiles: 'skip', rows: [] }
const overwrite: ImportChoices = { credentials: 'overwrite', profiles: 'overwrite', rows: [] }

/** An instance with its own database, data folder and key. */
async function openInstance(fill: number) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await emptyTestDatabase())
  const test = opened.use(await openTestVault(database))
  const vault = await test.open(new Uint8Array(32).fill(fill))
  const seals = createRecordSeals(recordKeysOf({ encryptionKey: new Uint8Array(32).fill(fill) }))
  const ports = {
    ...{
      ...test.ports,
      ring: vault.ring,
      randomBytes,
      seals,
      events: { changed: () => {} },
      languages: { isAvailable: async () => true },
    },
    ...{ version: '1.0.0', host: `${fill}.example.com`, cost },
  }
  const profiles = createProfiles({ ...ports, creatorKey: randomBytes(32) })
  const manage = createManageProfiles(ports)
  const imports = createImports({ ...ports, dataDir: test.dataDir })
  const stack = opened.move()
  const db = database.client
  return {
    db,
    vault,
    profiles,
    manage,
    imports,
    fill,
    url: database.url,
    records: test.records,
    dataDir: test.dataDir,
    /** A locked profile with a credential. Returns its token and id. */
    async profile(name = credential.name) {
      await vault.credentials.create(operator, { ...credential, name })
      const wanted = { description: `Uses ${name}`, keys: [{ name }], hosts: ['api.example.com'] }
      const { profile_id: token } = got(await profiles.create(wanted, 'address'))
      const { id, version } = await db.profile.findUniqueOrThrow({ where: { tokenHash: sha256(token) } })
      got(await manage.lock(operator, id, { version }))
      return { token, id }
    },
    async execution(profileId: string, status: 'success' | 'running') {
      const [id, text] = [newId('exec', randomBytes), `set_result('${'x'.repeat(10)}')`]
      const digest = sha256(scriptBytes('javascript', text))
      await db.script.createMany({ data: [{ digest, language: 'javascript', text }], skipDuplicates: true })
      await db.execution.create({
        data: {
          ...{ id, skill: scriptName, version: '1', skillDigest: digest, action: 'run', principalId: profileId },
          ...{ source: 'dm-approved', trust: 'write', status, input: { a: 1 }, instanceId: 'inst_1' },
          ...{ output: { result: [1, 'zwei', null] }, fuelUsed: 12_345n, finishedAt: new Date(), seal: 'a seal' },
          journal: {
            create: [
              { seq: 1, op: 'fetch', args: { url: 'https://a.test' }, fuelLeft: 9n, durationMs: 1.5, mac: 'a mac' },
            ],
          },
          script: {
            create: {
              ...{ tokenHash: sha256(id), profileId, profileVersion: 1, language: 'javascript', grant: {} },
              ...{ cacheKey: 'k', llmWaitS: 60 },
            },
          },
        },
      })
      return id
    },
    async exported(wish: Parameters<typeof writeExport>[2] = whole) {
      const parts: Uint8Array[] = []
      for await (const part of got(await writeExport(ports, operator, wish))) parts.push(part)
      return Buffer.concat(parts)
    },
    async uploaded(file: Uint8Array) {
      return got(await imports.upload(new Blob([Uint8Array.from(file)]).stream())).id
    },
    async imported(file: Uint8Array, choices = skip) {
      const id = got(await imports.upload(new Blob([Uint8Array.from(file)]).stream())).id
      const { digest } = got(await imports.preview(id, passphrase))
      return got(await imports.apply(operator, id, { passphrase, digest, choices }))
    },
    /** Everything that an import may write. */
    async state() {
      const rows = await Promise.all([
        db.credential.findMany({ orderBy: { name: 'asc' } }),
        db.profile.findMany({ orderBy: { id: 'asc' }, include: { keys: true } }),
        db.execution.findMany({ orderBy: { id: 'asc' }, include: { journal: true, script: true } }),
        db.script.findMany(),
      ])
      return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    },
    async value(name: string) {
      const row = await db.credential.findUniqueOrThrow({ where: { name } })
      return { id: row.id, value: openedValue(vault.ring(), row) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('an export moves profiles, credentials and ended executions, and agents go on with their tokens', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token, id } = await from.profile()
  const ended = await from.execution(id, 'success')
  await from.execution(id, 'running')
  const file = await from.exported()
  for (const secret of [credential.value, token, 'Reads reports']) expect(file.includes(secret)).toBe(false)

  const upload = await to.uploaded(file)
  const before = await to.state()
  const preview = got(await to.imports.preview(upload, passphrase))
  expect(preview).toMatchObject({
    made_on: '1.example.com',
    kinds: { credentials: { new: 1 }, profiles: { new: 1 }, history: { new: 1 } },
    items: [],
    unfinished: 1,
  })
  expect(await to.state()).toBe(before)
  const order = { passphrase, digest: preview.digest, choices: skip }
  expect(got(await to.imports.apply(operator, upload, order))).toMatchObject({ added: 3, skipped: 0 })

  const view = got(await to.profiles.read(token))
  expect(view).toMatchObject({ locked: true, keys: [{ name: credential.name, value_exists: true }] })
  expect(await to.value(credential.name)).toMatchObject({ value: credential.value })
  expect(await to.db.execution.findMany({ include: { journal: true, script: true } })).toMatchObject([
    {
      ...{ id: ended, status: 'success', output: { result: [1, 'zwei', null] }, fuelUsed: 12_345n, seal: null },
      journal: [{ op: 'fetch', mac: null }],
      script: { profileId: id, tokenHash: sha256(ended), cacheKey: '' },
    },
  ])
  expect(to.records).toMatchObject([{ action: 'backup.imported', detail: { added: 3 } }])
  expect(from.records.at(-1)).toMatchObject({ action: 'backup.exported', detail: { profiles: 'all', credentials: 1 } })
  expect(await readdir(join(to.dataDir, 'imports'))).toEqual([])
  expect(await to.imported(file)).toEqual({ added: 0, overwritten: 0, skipped: 0, blocked: 0 })
})

test('what differs is skipped or overwritten, also each row by itself, and a key is approved only with the credential of the file', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token, id } = await from.profile()
  const other = await from.profile('OTHER_KEY')
  const file = await from.exported({ ...whole, profiles: [id] })
  await to.vault.credentials.create(operator, { ...credential, value: 'another-value-here' })
  const { id: own } = await to.value(credential.name)

  const preview = got(await to.imports.preview(await to.uploaded(file), passphrase))
  expect(preview.kinds).toMatchObject({ credentials: { differs: 1, new: 0 }, profiles: { new: 1 } })
  expect(preview.items).toEqual([{ kind: 'credentials', name: credential.name, verdict: 'differs', fields: ['value'] }])
  expect(await to.imported(file)).toMatchObject({ added: 1, skipped: 1 })
  expect(await to.value(credential.name)).toEqual({ id: own, value: 'another-value-here' })
  expect(got(await to.profiles.read(token)).keys).toMatchObject([{ value_exists: false }])
  expect(got(await to.profiles.read(other.token).then(() => to.profiles.read(token))).state).toBe('locked')
  expect(await to.profiles.read(other.token)).toMatchObject({ ok: false })

  const rows = [{ kind: 'credentials', name: credential.name, choice: 'skip' } as const]
  expect(await to.imported(file, { ...overwrite, rows })).toMatchObject({ overwritten: 1, skipped: 1 })
  expect(await to.value(credential.name)).toEqual({ id: own, value: 'another-value-here' })
  expect(await to.imported(file, overwrite)).toMatchObject({ overwritten: 2 })
  expect(await to.value(credential.name)).toEqual({ id: own, value: credential.value })
  expect(got(await to.profiles.read(token)).keys).toMatchObject([{ value_exists: true }])
})

test('a profile that was revoked here stays revoked, whatever the operator chooses', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token, id } = await from.profile()
  const file = await from.exported()
  await to.imported(file)
  got(await to.manage.revoke(operator, id))
  expect(await to.imported(file, overwrite)).toMatchObject({ blocked: 1, overwritten: 0 })
  expect(got(await to.profiles.read(token)).state).toBe('revoked')
})

test('a wrong passphrase and a cut, changed or foreign file are one sentence each, and change nothing', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { id } = await from.profile()
  for (let at = 0; at < 30; at += 1) await from.execution(id, 'success')
  const file = await from.exported()
  const { digest } = got(await to.imports.preview(await to.uploaded(file), passphrase))
  const before = await to.state()
  const refused = async (wrong: Uint8Array, secret = passphrase) => {
    const order = { passphrase: secret, digest, choices: overwrite }
    const answer = await to.imports.apply(operator, await to.uploaded(wrong), order)
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(await to.state()).toBe(before)
    return answer.ok ? '' : answer.error.message
  }
  const changed = Buffer.from(file)
  changed[file.length - 1] = (changed[file.length - 1] ?? 0) ^ 1
  expect(await refused(file, 'another passphrase')).toMatch(/passphrase does not open/)
  expect(await refused(changed)).toMatch(/cut or changed/)
  expect(await refused(file.subarray(0, -1))).toMatch(/cut or changed/)
  expect(await refused(Buffer.from('no file of ours'))).toMatch(/not an .airlock file/)
})

/** Every import takes it first, and holds it until its transaction has ended. */
const importLock = 7_201_940_319n

/**
 * Imports a file in a process that is killed with SIGKILL at a statement of its transaction: the one with this number, or
 * its commit. Returns the number of statements, and the exit code; null: it was killed.
 */
async function importUntil(to: Awaited<ReturnType<typeof openInstance>>, file: Uint8Array, last: number | 'commit') {
  let statements = 0
  let isOver = false
  let kill = () => {}
  await using relay = await openRelay(to.url, (sent) => {
    if (isOver || (statements === 0 && !sent.includes('pg_advisory_xact_lock'))) return
    statements += 1
    isOver = sent.includes('COMMIT')
    if (last === 'commit' ? isOver : statements === last) kill()
  })
  const upload = await to.uploaded(file)
  const { digest } = got(await to.imports.preview(upload, passphrase))
  const program = join(import.meta.dirname, 'testing', 'import-process.ts')
  const order = [relay.url, to.dataDir, String(to.fill), upload, passphrase, digest]
  const child = spawn(process.execPath, [program, ...order], { stdio: ['ignore', 'ignore', 'inherit'] })
  kill = () => child.kill('SIGKILL')
  const [code] = await once(child, 'exit')
  // The server has ended the transaction as soon as it lets this one have the lock.
  await to.db.$transaction((tx) => tx.$executeRaw`select pg_advisory_xact_lock(${importLock})`)
  return { code, statements }
}

test('an import that is killed with SIGKILL at one of ten statements has done nothing, or at the last everything', async () => {
  await using from = await openInstance(1)
  const { id } = await from.profile()
  for (let at = 0; at < 25; at += 1) await from.execution(id, 'success')
  const file = await from.exported()
  await using whole = await openInstance(3)
  const { code, statements } = await importUntil(whole, file, Number.POSITIVE_INFINITY)
  expect([code, statements > 20]).toEqual([0, true])

  await using to = await openInstance(2)
  const before = await to.state()
  const points = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => 1 + Math.floor(((statements - 2) * part) / 8))
  for (const last of points) {
    expect(await importUntil(to, file, last)).toEqual({ code: null, statements: last })
    expect(await to.state(), `${last} of ${statements}`).toBe(before)
  }
  expect(await importUntil(to, file, 'commit')).toEqual({ code: null, statements })
  expect(await to.imported(file)).toEqual({ added: 0, overwritten: 0, skipped: 0, blocked: 0 })
  expect(await to.db.execution.count()).toBe(25)
})

test('an import that would do something else than its preview said changes nothing', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  await from.profile()
  const upload = await to.uploaded(await from.exported())
  const { digest } = got(await to.imports.preview(upload, passphrase))
  await to.vault.credentials.create(operator, { ...credential, value: 'entered-meanwhile' })
  const before = await to.state()
  expect(await to.imports.apply(operator, upload, { passphrase, digest, choices: overwrite })).toMatchObject({
    error: { code: 'CONFLICT' },
  })
  expect(await to.state()).toBe(before)
})

test('an upload that nobody opened is removed after an hour, and an unknown one is not found', async () => {
  await using to = await openInstance(2)
  const id = await to.uploaded(Buffer.from('one'))
  const folder = join(to.dataDir, 'imports')
  expect((await stat(folder)).mode & 0o077).toBe(0)
  await utimes(join(folder, `${id}.airlock`), 0, 0)
  const next = await to.uploaded(Buffer.from('two'))
  expect(await readdir(folder)).toEqual([`${next}.airlock`])
  expect(await readFile(join(folder, `${next}.airlock`), 'utf8')).toBe('two')
  expect(await to.imports.preview(id, passphrase)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})
