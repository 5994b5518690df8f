import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { openRelay } from '#lib/platform/server/db/testing-relay.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { sha256 } from '#runner/core/hash.ts'
import { mostRows } from '../../model/console-move.ts'
import { credential, openInstance, output, overwrite, passphrase, skip, whole } from './testing/moving-instance.ts'
import { writeExport } from './write-export.ts'

test('an export moves profiles, credentials and ended executions, and agents go on with their tokens', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token, id } = await from.profile()
  const ended = await from.execution(id, 'success')
  await from.execution(id, 'running')
  const pruned = await from.execution(id, 'success')
  await from.db.execution.update({ where: { id: pruned }, data: { output: Prisma.DbNull } })
  const file = await from.exported()
  for (const secret of [credential.value, token, 'Reads reports']) expect(file.includes(secret)).toBe(false)

  const upload = await to.uploaded(file)
  const before = await to.state()
  const preview = got(await to.imports.preview(upload, passphrase))
  expect(preview).toMatchObject({
    made_on: '1.example.com',
    kinds: { credentials: { new: 1 }, profiles: { new: 1 }, history: { new: 1 } },
    items: [{ kind: 'credentials' }, { kind: 'profiles' }],
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
      ...{ id: ended, status: 'success', output, fuelUsed: 12_345n, seal: null, isDurable: false },
      journal: [{ op: 'fetch', mac: null }],
      script: { profileId: id, tokenHash: sha256(ended), cacheKey: '' },
    },
  ])
  expect(to.records).toMatchObject([{ action: 'backup.imported', detail: { added: 3 } }])
  expect(from.records.at(-1)).toMatchObject({ action: 'backup.exported', detail: { profiles: 'all', credentials: 1 } })
  expect(await readdir(join(to.dataDir, 'imports'))).toEqual([])
  expect(await to.imported(file)).toEqual({ added: 0, overwritten: 0, skipped: 0, blocked: 0 })
})

test('an export has no history if none is wanted, and is not made without a profile or a value that it should have', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { id } = await from.profile()
  await from.execution(id, 'success')
  await from.execution(id, 'running')
  const bare = await from.exported({ ...whole, with_history: false })
  expect(got(await to.imports.preview(await to.uploaded(bare), passphrase))).toMatchObject({
    ...{ kinds: { profiles: { new: 1 }, history: { new: 0 } }, unfinished: 0 },
  })
  const refusal = async (more: object = {}) => {
    const outcome = await writeExport(from.ports, operator, { ...whole, ...more })
    return outcome.ok ? 'made' : outcome.error
  }
  expect(await refusal({ profiles: [id, id] })).toBe('made')
  expect(await refusal({ profiles: [id, 'prof_another'] })).toMatchObject({ code: 'NOT_FOUND' })
  const fields = { description: '', kind: 'plain' as const, detail: {}, hosts: ['api.example.com'], version: 0 }
  const add = (first: number, count: number) =>
    from.db.credential.createMany({
      data: Array.from({ length: count }, (_, at) => ({
        ...fields,
        id: `cred_${first + at}`,
        name: `KEY_${first + at}`,
      })),
    })
  await add(0, mostRows - 1)
  expect(await refusal()).toBe('made')
  await add(mostRows, 1)
  expect(await refusal()).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('2001 credentials') })
  await from.db.profileKey.create({ data: { profileId: id, name: 'NOT_APPROVED' } })
  expect(await refusal({ profiles: [id] })).toBe('made')
  const detail = { profiles: [id], credentials: 1, history: true, waiting_to: null }
  expect(from.records.at(-1)).toMatchObject({ action: 'backup.exported', detail })
  const rings = [from.ports.ring(), to.ports.ring()] as const
  let asked = 0
  const changing = { ...from.ports, ring: () => rings[asked++ === 0 ? 0 : 1] }
  const read = got(await writeExport(changing, operator, { ...whole, profiles: [id] }))
  await expect(Array.fromAsync(read)).rejects.toThrow('became unreadable')
  await from.db.credential.update({ where: { name: credential.name }, data: { sealed: 'another' } })
  await from.db.profile.update({ where: { id }, data: { sealed: 'another' } })
  expect(await refusal({ profiles: [id] })).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(`would lack them: ${credential.name}, ${id}.`),
  })
})

test('an export has every ended execution, also if there are more than it looks up at once', async () => {
  await using from = await openInstance(1)
  const { id } = await from.profile()
  await from.execution(id, 'success')
  await from.db.$executeRaw`
    insert into executions select copy.* from executions e, generate_series(1, 5000) n,
      jsonb_populate_record(e, jsonb_build_object('id', 'exec_' || lpad(n::text, 22, '0'))) copy`
  await from.db.$executeRaw`
    insert into script_executions select copy.* from script_executions s, generate_series(1, 5000) n,
      jsonb_populate_record(s, jsonb_build_object('id', 'exec_' || lpad(n::text, 22, '0'),
        'token_hash', lpad(n::text, 64, '0'))) copy`
  const upload = await from.uploaded(await from.exported())
  expect(got(await from.imports.preview(upload, passphrase)).kinds.history).toMatchObject({ equal: 5001 })
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
  expect(preview.items).toMatchObject([
    {
      kind: 'credentials',
      name: credential.name,
      verdict: 'differs',
      fields: [{ field: 'value', before: true, after: true }],
    },
    { kind: 'profiles', name: id, title: 'Uses REPORTS_API_KEY', verdict: 'new' },
  ])
  expect(await to.imported(file)).toMatchObject({ added: 1, skipped: 1 })
  expect(await to.value(credential.name)).toEqual({ id: own, value: 'another-value-here' })
  expect(got(await to.profiles.read(token)).keys).toMatchObject([{ value_exists: false }])
  expect(got(await to.profiles.read(other.token).then(() => to.profiles.read(token))).state).toBe('locked')
  expect(await to.profiles.read(other.token)).toMatchObject({ ok: false })

  const rows = [{ kind: 'credentials', name: credential.name, choice: 'skip' } as const]
  expect(await to.imported(file, { ...overwrite, rows })).toMatchObject({ overwritten: 1, skipped: 1 })
  expect(await to.value(credential.name)).toEqual({ id: own, value: 'another-value-here' })
  expect(await to.imported(file, overwrite)).toMatchObject({ overwritten: 2 })
  expect(await to.value(credential.name)).toMatchObject({ value: credential.value })
  expect(got(await to.profiles.read(token)).keys).toMatchObject([{ value_exists: true }])
})

test('an overwritten credential asks again for the approval of each lock that rested on it, also of a profile in the file', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token, id } = await from.profile()
  const file = await from.exported()
  await to.imported(file)
  const { id: own } = await to.value(credential.name)
  const other = got(await to.profiles.create({ description: 'Other', keys: [{ name: credential.name }] }, 'address'))
  const { id: otherId } = await to.db.profile.findUniqueOrThrow({ where: { tokenHash: sha256(other.profile_id) } })
  got(await to.manage.lock(operator, otherId, { version: 1 }))
  const approved = async (each: string) => got(await to.profiles.read(each)).keys.map((key) => key.value_exists)
  expect([await approved(token), await approved(other.profile_id)]).toEqual([[true], [true]])

  await from.db.profile.updateMany({ data: { description: 'Changed there' } })
  const { updated_at } = (await from.vault.credentials.list())[0] ?? { updated_at: '' }
  const { name: _, ...fields } = credential
  got(await from.vault.credentials.change(operator, credential.name, { ...fields, value: 'a-later-value', updated_at }))
  const later = await from.exported()
  const { items } = got(await to.imports.preview(await to.uploaded(later), passphrase))
  expect(items).toMatchObject([
    { kind: 'credentials', verdict: 'differs', asks_again: [id, otherId].toSorted() },
    { kind: 'profiles', fields: [{ field: 'description', before: 'Uses REPORTS_API_KEY', after: 'Changed there' }] },
  ])
  expect(await to.imported(later, overwrite)).toMatchObject({ overwritten: 2 })
  expect(await to.value(credential.name)).toMatchObject({ id: expect.not.stringMatching(own), value: 'a-later-value' })
  expect([await approved(token), await approved(other.profile_id)]).toEqual([[false], [false]])
  expect(got(await to.manage.read(id)).keys).toMatchObject([{ value_exists: false, is_replaced: true }])
  const { kinds } = got(await to.imports.preview(await to.uploaded(later), passphrase))
  expect(kinds).toMatchObject({ credentials: { equal: 1 }, profiles: { differs: 1, equal: 0 } })
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

test('the proof of an upload opens this very file, for this person and for five minutes', async () => {
  await using to = await openInstance(2)
  const [one, two] = [await to.uploaded(Buffer.from('one')), 'imp_other']
  const another = { ...operator, principal: { ...operator.principal, id: 'user_another' } }
  expect(to.imports.isProved(operator, one)).toBe(true)
  expect(to.imports.isProved(operator, two)).toBe(false)
  expect(to.imports.isProved(another, one)).toBe(false)
  to.pass(5 * 60_000 - 1)
  expect(to.imports.isProved(operator, one)).toBe(true)
  to.pass(1)
  expect(to.imports.isProved(operator, one)).toBe(false)
})

test('an upload that nobody opened is removed after an hour, and an unknown one is not found', async () => {
  await using to = await openInstance(2)
  const id = await to.uploaded(Buffer.from('one'))
  const folder = join(to.dataDir, 'imports')
  expect((await stat(folder)).mode & 0o077).toBe(0)
  const hourAgo = to.ports.clock.now() / 1000 - 60 * 60
  await utimes(join(folder, `${id}.airlock`), hourAgo, hourAgo)
  const next = await to.uploaded(Buffer.from('two'))
  expect(await readdir(folder)).toHaveLength(2)
  to.pass(1)
  await to.imports.upload(operator, null)
  expect(await readdir(folder)).toEqual([`${next}.airlock`])
  expect(await readFile(join(folder, `${next}.airlock`), 'utf8')).toBe('two')
  expect(await to.imports.preview(id, passphrase)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})
