import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { expect, test } from 'vitest'
import { needs } from '../../../../../scripts/testing/needs.ts'
import type { BackupTarget } from '../../../model/backup-plan.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { got } from '../../http/testing/got.ts'
import { createLogger } from '../../log/logger.ts'
import { openTestVault, operator } from '../../vault/testing.ts'
import { backupProblems } from './backup-problems.ts'
import { createBackups } from './backups.ts'
import { runOne } from './run-backup.ts'
import { createS3Store } from './s3-store.ts'
import { openS3Server, s3Key } from './testing/s3-server.ts'

const dayMs = 24 * 60 * 60_000
const cost = { ln: 1, r: 1, p: 1 }
const secretValue = 'a-value-of-thirty-characters!!'

async function openPlace() {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  const vault = opened.use(await openTestVault(database))
  const { dataDir, ports, records } = vault
  await vault.vault.credentials.create(operator, {
    ...{ name: 'REPORTS_API_KEY', description: '', use: { kind: 'bearer' }, hosts: ['api.example.com'] },
    value: secretValue,
  })
  const folder = join(dataDir, 'elsewhere')
  const backups = {
    ...{ ...ports, randomBytes, lock: { passphrase: 'a passphrase of many words', cost }, s3Key: undefined },
    instance: { dataDir, databaseUrl: database.url, keysFromEnvironment: [] },
  }
  const plan = { is_on: true, hour: 3, keep: 2, target: { kind: 'folder', path: folder } } as const
  const stack = opened.move()
  return {
    ...{ database, db: database.client, folder, backups, plan, records, pass: vault.pass, dataDir },
    run: (kind: 'backup' | 'restore_test', changed: object = {}, target: BackupTarget = plan.target) =>
      runOne({ ...backups, ...changed }, { ...plan, target }, kind).then(() =>
        database.client.backupRun.findFirstOrThrow({ orderBy: [{ startedAt: 'desc' }, { endedAt: 'desc' }] }),
      ),
    async planned() {
      const { is_on: isOn, hour, keep, target } = plan
      await database.client.backupPlan.create({
        data: { id: 1, isOn, hour, keep, target, changedAt: new Date(ports.clock.now()) },
      })
    },
    problems: () => backupProblems(database.client, new Date(ports.clock.now())),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('backups are encrypted, the newest ones stay and are listed, one of them is downloaded with an audit row, and the newest is restored into a database of its own', async () => {
  await using place = await openPlace()
  const { db, folder, records } = place
  const backups = createBackups(place.backups)
  expect(await backups.files()).toEqual({ files: [], error: null })
  await place.planned()
  expect(await backups.files()).toEqual({ files: [], error: null })
  await place.run('backup')
  await writeFile(join(folder, 'notes.txt'), 'of the operator')
  for (let day = 0; day < 2; day += 1) {
    place.pass(dayMs)
    expect(await place.run('backup')).toMatchObject({ kind: 'backup', error: null })
  }
  const [newest, older] = ['travel-2026-11-24T00-00-00.airlock', 'travel-2026-11-23T00-00-00.airlock']
  expect((await readdir(folder)).sort()).toEqual(['notes.txt', older, newest])

  const { files } = await backups.files()
  const stored = await readFile(join(folder, older))
  expect(files.map(({ name }) => name)).toEqual([newest, older])
  expect(files[1]?.bytes).toBe(stored.length)
  expect((await buffer(got(await backups.download(operator, older)))).equals(stored)).toBe(true)
  expect(records.at(-1)).toMatchObject({ action: 'backup.downloaded', detail: { file: older } })
  for (const other of ['notes.txt', '../secrets/vault-keys', 'travel-2026-11-22T00-00-00.airlock']) {
    expect(await backups.download(operator, other), other).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }

  place.pass(1000)
  const tested = await place.run('restore_test')
  expect(tested).toMatchObject({ kind: 'restore_test', error: null, file: newest })
  expect(Number(tested.rows)).toBeGreaterThan(0)
  const left = await db.$queryRaw<unknown[]>`select from pg_database where datname like 'travel_restore_test_%'`
  expect(left).toEqual([])
  expect(await readdir(join(place.dataDir, 'cache'))).toEqual([])
  expect(await place.problems()).toEqual([])
  place.pass(1.6 * dayMs)
  const late = ['The last good backup was made on 2026-11-24']
  expect(await place.problems()).toEqual(late)
  place.pass(dayMs)
  expect(await place.problems()).toEqual(late)
})

test('a schedule that has made no backup is a problem once a night has passed', async () => {
  await using place = await openPlace()
  await place.planned()
  expect(await place.problems()).toEqual([])
  place.pass(1.6 * dayMs)
  expect(await place.problems()).toEqual(['No backup has succeeded since the schedule of 2026-11-22'])
  await place.db.backupPlan.updateMany({ data: { isOn: false } })
  expect(await place.problems()).toEqual([])
})

/** The number of threads of this process with this niceness. */
const threadsWith = (niceness: number) =>
  readdirSync('/proc/self/task').filter((thread) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16]) === niceness
  }).length

test('a backup is made in a thread of lower priority than those of requests', needs.linux, async () => {
  await using place = await openPlace()
  const niceness = Math.min(19, getPriority() + 10)
  const before = threadsWith(niceness)
  const blocker = new pg.Client({ connectionString: place.database.url })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE')
  const made = place.run('backup')
  await expect.poll(() => threadsWith(niceness), { timeout: 30_000 }).toBeGreaterThan(before)
  await blocker.query('COMMIT')
  await blocker.end()
  expect(await made).toMatchObject({ error: null })
})

test('backups go to a server of S3, where the newest ones stay, and the newest is restored from there', async () => {
  await using place = await openPlace()
  await using server = await openS3Server()
  const { target } = server
  const run = async (kind: 'backup' | 'restore_test', key = s3Key) => {
    place.pass(dayMs)
    return await place.run(kind, { s3Key: key }, target)
  }
  for (let day = 0; day < 3; day += 1) expect(await run('backup')).toMatchObject({ error: null })
  const kept = await createS3Store(target, s3Key).list()
  expect(kept.map(({ name }) => name)).toEqual([
    'travel-2026-11-25T00-00-00.airlock',
    'travel-2026-11-24T00-00-00.airlock',
  ])
  expect(await run('restore_test')).toMatchObject({ error: null, file: 'travel-2026-11-25T00-00-00.airlock' })
  expect((await run('backup', { ...s3Key, secret: 'another' })).error).toMatch(/signature we calculated/)
  expect(await createS3Store(target, s3Key).list()).toEqual(kept)
})

test('a failed backup leaves the earlier ones as they were, and says why', async () => {
  await using place = await openPlace()
  const { folder } = place
  await place.planned()
  await place.run('backup')
  const [name = ''] = await readdir(folder)
  const before = await readFile(join(folder, name))
  place.pass(dayMs)
  const failed = await place.run('backup', { lock: undefined })
  expect(failed.error).toMatch(/TRAVEL_BACKUP_RECIPIENT is set/)
  expect(await readdir(folder)).toEqual([name])
  expect((await readFile(join(folder, name))).equals(before)).toBe(true)
  expect(await place.problems()).toEqual([expect.stringMatching(/^The last backup failed: Neither/)])

  await writeFile(join(folder, name), before.subarray(0, before.length - 20))
  place.pass(1000)
  const unreadable = await place.run('restore_test')
  expect(unreadable).toMatchObject({ file: name, error: expect.stringMatching(/cut or changed/) })
  place.pass(1000)
  expect((await place.run('restore_test', { lock: { passphrase: 'another passphrase' } })).error).toMatch(
    /does not open/,
  )
  expect(await place.problems()).toContainEqual(expect.stringMatching(/^The last restore test failed: /))
})

test('a backup that was due while no app ran is made by the next one, then tested, and operators start more', async () => {
  await using place = await openPlace()
  const { db, database, plan, records } = place
  await runMigrations({ connectionString: database.url })
  let behind = 2 * dayMs
  const clock = { now: () => Date.now() - behind }
  const backups = createBackups({ ...place.backups, clock })
  expect(await backups.start(operator, 'backup')).toMatchObject({ error: { code: 'CONFLICT' } })
  await backups.setPlan(operator, plan)
  behind = 0
  await using _ = await backups.open(database.url, createLogger({ level: 'silent' }))
  const ended = async (kind: string) => db.backupRun.count({ where: { kind, error: null, endedAt: { not: null } } })
  await expect.poll(() => ended('restore_test'), { timeout: 60_000 }).toBe(1)
  expect(await ended('backup')).toBe(1)
  await backups.start(operator, 'backup')
  await expect.poll(() => ended('backup'), { timeout: 60_000 }).toBe(2)
  expect(records.map(({ action }) => action)).toEqual(expect.arrayContaining(['backup.scheduled', 'backup.started']))
})
