import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runHere } from '#lib/cli/testing/run-command.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createDatabaseFingerprints, loadInstanceSecrets } from '../secrets/instance-secrets.ts'
import { ringLock } from '../vault/current-key.ts'
import { openVault } from '../vault/open-vault.ts'
import { encryptionKey, openTestVault, operator } from '../vault/testing.ts'
import { readEntries } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { type BackupOptions, writeBackup } from './write-backup.ts'

async function openPlace(database: TestDatabase) {
  const root = await mkdtemp(join(tmpdir(), 'travel-write-backup-'))
  const [dataDir, file] = [join(root, 'data'), join(root, 'one.tar.gz')]
  mkdirSync(dataDir)
  const options: BackupOptions = { dataDir, databaseUrl: database.url, file, keysFromEnvironment: [] }
  return {
    ...options,
    options,
    nothingIsLeft() {
      expect(readdirSync(root)).toEqual(['data'])
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}

test('a backup without the keys of the instance is refused, and lists those that only the environment has', async () => {
  await using database = await createTestDatabase()
  await using place = await openPlace(database)
  const { dataDir, file, options } = place
  const fingerprints = createDatabaseFingerprints(database.client)
  const { sessionKey } = await loadInstanceSecrets({ dataDir, encryptionKey, fingerprints })
  const remedy = /encryption-key.* nor TRAVEL_ENCRYPTION_KEY .*run the command with the same settings as the app/
  await expect(writeBackup(options)).rejects.toThrow(remedy)
  const other = { name: 'encryption-key', key: sessionKey } as const
  await expect(writeBackup({ ...options, keysFromEnvironment: [other] })).rejects.toThrow(remedy)
  const given = [
    { name: 'session-key', key: sessionKey },
    { name: 'encryption-key', key: encryptionKey },
  ] as const
  const elsewhere = { ...options, dataDir: join(dataDir, 'other'), keysFromEnvironment: given.slice(1) }
  await expect(writeBackup(elsewhere)).rejects.toThrow(/other.secrets.session-key nor TRAVEL_SESSION_KEY /)
  place.nothingIsLeft()
  const report = await writeBackup({ ...options, keysFromEnvironment: given })
  expect(report.keysFromEnvironment).toEqual(['TRAVEL_ENCRYPTION_KEY'])
  const [head] = await Array.fromAsync(readEntries(file))
  expect(JSON.parse(String(head?.content))).toMatchObject({ keysFromEnvironment: report.keysFromEnvironment })
  const variables = {
    TRAVEL_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    TRAVEL_SESSION_KEY: Buffer.from(sessionKey).toString('base64'),
    TRAVEL_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString('base64'),
  }
  const { out } = await runHere(['backup', `${file}.2`], variables)
  expect(out).toContain('It does not contain the key in TRAVEL_ENCRYPTION_KEY: back that up separately.')
  expect(out).not.toContain('TRAVEL_SESSION_KEY')
})

test('a backup during which the key of the vault is rotated contains the key of its rows', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  await using place = await openPlace(database)
  const use = { kind: 'bearer' } as const
  const given = {
    name: 'REPORTS_API_KEY',
    description: 'Reads reports',
    use,
    hosts: ['api.example.com'],
    value: 'a-value-of-thirty-characters!!',
  }
  expect(await opened.vault.credentials.create(operator, given)).toMatchObject({ ok: true })
  await opened.vault.rotate(operator)
  const before = opened.vault.ring().newest.id
  const blocker = new pg.Client({ connectionString: database.url })
  await blocker.connect()
  const here = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())'
  const waits = async (on: string) =>
    await expect
      .poll(async () => (await blocker.query(`SELECT FROM pg_locks WHERE ${on} AND ${here} AND NOT granted`)).rowCount)
      .toBe(1)
  await blocker.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE')
  await blocker.query('SELECT pg_advisory_lock($1)', [ringLock])
  const backup = writeBackup({ ...place.options, dataDir: opened.dataDir })
  // No snapshot begins while a rotation changes the key file.
  await waits("locktype = 'advisory'")
  await blocker.query('SELECT pg_advisory_unlock($1)', [ringLock])
  await waits("relation = 'accounts'::regclass")
  await opened.vault.rotate(operator)
  await blocker.query('COMMIT')
  await blocker.end()
  await backup
  await using copy = await createTestDatabase({ migrated: false })
  const dataDir = join(place.dataDir, 'restored')
  await restoreBackup({ file: place.file, dataDir, databaseUrl: copy.url })
  const log = { error: () => {} }
  const restored = await openVault({ ...opened.ports, db: copy.client, dataDir, encryptionKey, randomBytes, log })
  expect(await copy.client.credential.findMany()).toMatchObject([{ keyId: before }])
  expect(await restored.countValues()).toEqual({ total: 1, left: 0 })
})

test('beside requests, a backup rests after each part of the rows for as long as the part took', async () => {
  await using database = await createTestDatabase()
  await using place = await openPlace(database)
  await database.client.$executeRaw`
    insert into scripts (digest, language, text)
    select 'digest ' || n, 'javascript', repeat('x', 200000) from generate_series(1, 5) n`
  const rests: number[] = []
  await writeBackup({ ...place.options, rest: async (ms) => void rests.push(ms) })
  const parts = (await Array.fromAsync(readEntries(place.file))).filter(({ name }) => name.startsWith('database/'))
  expect(parts.length).toBeGreaterThan(1)
  expect(rests).toHaveLength(parts.length)
  expect(Math.min(...rests)).toBeGreaterThan(0)
})

test('a file that is too large for a restore is named, and no backup is written', async () => {
  await using database = await createTestDatabase()
  await using place = await openPlace(database)
  const large = join(place.dataDir, 'call-log', '2026-03-15.jsonl')
  mkdirSync(join(place.dataDir, 'call-log'))
  writeFileSync(large, '')
  truncateSync(large, 512 * 1024 * 1024 + 1)
  await expect(writeBackup(place.options)).rejects.toThrow(`${large} is larger than 512 MiB`)
  place.nothingIsLeft()
})

test.each(['audit', 'call-log'])('a folder that cannot be read is named, and nothing stays open: %s', async (name) => {
  await using database = await createTestDatabase()
  await using place = await openPlace(database)
  writeFileSync(join(place.dataDir, name), 'a file in the way of the folder')
  await expect(writeBackup(place.options)).rejects.toThrow(
    new RegExp(`^${join(place.dataDir, name)} could not be read \\(ENOTDIR.*\\): `),
  )
  place.nothingIsLeft()
  // Much later, a garbage collection would close the file too.
  const open = () => openFiles().filter((path) => path.startsWith(place.file))
  await expect.poll(open, { timeout: 30_000 }).toEqual([])
})

test.each([
  ['before the rows', 0],
  ['amid the rows', 300_000],
])('a connection to the database that is lost %s is named, not the file', async (_, afterBytes) => {
  await using database = await createTestDatabase()
  await using place = await openPlace(database)
  await database.client.$executeRaw`insert into scripts values ('digest', 'javascript', repeat('x', 1000000))`
  const { host, port } = new pg.Client({ connectionString: database.url })
  const proxy = createServer((client) => {
    const server = connect(host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port })
    let left = afterBytes
    let hasBegun = false
    client.on('close', () => server.destroy())
    client.on('data', (bytes) => {
      hasBegun ||= bytes.includes('COPY "scripts"')
      server.write(bytes)
    })
    server.on('data', (bytes) => {
      if (hasBegun) left -= bytes.length
      if (left < 0) client.resetAndDestroy()
      else client.write(bytes)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', String((proxy.address() as AddressInfo).port))
  await expect(writeBackup({ ...place.options, databaseUrl: url.href })).rejects.toMatchObject({
    name: 'DatabaseError',
    message: expect.stringMatching(
      /^The database did not answer a query \(.*ECONNRESET.*\): check DATABASE_URL and its server\.$/,
    ),
  })
  place.nothingIsLeft()
  proxy.close()
})

/** The paths of this process's open files, where the system lists them. */
function openFiles(): string[] {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))]
    } catch {
      return []
    }
  })
}
