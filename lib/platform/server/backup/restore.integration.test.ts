import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sha256 } from '#runner/core/hash.ts'
import { memoryFolder } from '../../../../scripts/testing/memory-folder.ts'
import { needs } from '../../../../scripts/testing/needs.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { applyMigrations, withClient } from '../db/migrate.ts'
import { readEntries } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder = ''
let file = ''
beforeAll(async () => {
  folder = mkdtempSync(join(memoryFolder(), 'travel-restore-'))
  chmodSync(folder, 0o711)
  file = join(folder, 'one.tar.gz')
  const dataDir = join(folder, 'original')
  await using database = await acquireDatabase({ dataDir, durable: false })
  await applyMigrations(database.url)
  await writeBackup({ dataDir, databaseUrl: database.url, file, keysFromEnvironment: [] })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('restores the rows of a file of version 1, which are JSON', async () => {
  await using database = await acquireDatabase({ dataDir: join(folder, 'original'), durable: false })
  const users = 'SELECT u::text AS row FROM users u ORDER BY id'
  const rowsIn = (url: string) =>
    withClient(url, async (client) => (await client.query<{ row: string }>(users)).rows.map(({ row }) => row))
  await withClient(database.url, (client) =>
    client.query(`INSERT INTO users (id, name, updated_at) VALUES
      ('user_1', E'a\nb\\\\"(),\t{}', now()), ('user_2', '', now()), ('user_3', NULL, now()), ('user_4', '\\N', now())`),
  )
  const rows = await rowsIn(database.url)
  expect(rows).toHaveLength(4)
  const [head, ...others] = (await Array.fromAsync(readEntries(file))).filter(({ name }) => name !== 'end.json')
  const entries = [
    { name: 'backup.json', content: JSON.stringify({ ...JSON.parse(String(head?.content)), version: 1 }) },
    { name: 'database/users/000001.json', content: JSON.stringify(rows) },
    ...others.filter(({ name }) => name.startsWith('files/')),
  ]
  const archive = pack()
  for (const { name, content } of entries) archive.entry({ name }, content)
  const hashes = entries.map(({ name, content }) => [name, sha256(content)])
  const end = { entries: Object.fromEntries(hashes), rows: { users: rows.length } }
  archive.entry({ name: 'end.json' }, JSON.stringify(end))
  archive.finalize()
  const earlier = join(folder, 'earlier.tar.gz')
  writeFileSync(earlier, gzipSync(await buffer(archive)))
  const dataDir = join(folder, 'from version 1')
  await restoreBackup({ file: earlier, dataDir })
  await using copy = await acquireDatabase({ dataDir, durable: false })
  expect(await rowsIn(copy.url)).toEqual(rows)
})

test.each([
  ['the data folder', 'started', 'TRAVEL_DATA_DIR', join('secrets', 'session-key')],
  ['the folder for the files of skills', 'apart-files', 'TRAVEL_FILES_DIR', 'mine'],
])('files that appear in %s during the check of the backup are kept', async (_, name, variable, own) => {
  const used = join(folder, name)
  const isData = variable === 'TRAVEL_DATA_DIR'
  const dataDir = isData ? used : join(folder, 'apart')
  const restoring = restoreBackup({ file, dataDir, ...(isData ? {} : { filesDir: used }) })
  mkdirSync(dirname(join(used, own)), { recursive: true, mode: 0o700 })
  writeFileSync(join(used, own), 'kept', { mode: 0o600 })
  await expect(restoring).rejects.toThrow(new RegExp(`${name} is not empty.*${variable}`))
  expect(readFileSync(join(used, own), 'utf8')).toBe('kept')
  expect(readdirSync(dataDir)).toEqual(isData ? ['secrets'] : [])
})

test(
  'a failed restore as root also removes a database that is stored outside the data folder',
  needs.root,
  async () => {
    // The account of the database server cannot enter this folder.
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = join(closed, 'data')
    const copy = join(closed, 'copy.tar.gz')
    copyFileSync(file, copy)
    const restoring = restoreBackup({ file: copy, dataDir })
    const place = join(dataDir, 'postgres', 'place.json')
    const text = vi.waitFor(() => readFileSync(place, 'utf8'), { timeout: 60_000, interval: 5 })
    const changed = text.then(() => writeFileSync(copy, 'not an archive'))
    await expect(Promise.all([restoring, changed])).rejects.toThrow('is not a complete backup')
    const { cluster } = JSON.parse(await text)
    expect(dirname(cluster)).not.toContain(folder)
    expect(existsSync(dirname(cluster))).toBe(false)
    expect(readdirSync(dataDir)).toEqual([])
  },
)
