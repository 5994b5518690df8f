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
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memoryFolder } from '../../../../scripts/testing/memory-folder.ts'
import { needs } from '../../../../scripts/testing/needs.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { applyMigrations } from '../db/migrate.ts'
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

test('files that appear in the data folder during the check of the backup are kept', async () => {
  const dataDir = join(folder, 'started')
  const restoring = restoreBackup({ file, dataDir })
  mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'secrets', 'session-key'), 'kept', { mode: 0o600 })
  await expect(restoring).rejects.toThrow(/started is not empty.*TRAVEL_DATA_DIR/)
  expect(readFileSync(join(dataDir, 'secrets', 'session-key'), 'utf8')).toBe('kept')
  expect(readdirSync(dataDir)).toEqual(['secrets'])
})

test('files that appear in the folder for the files of skills during the check of the backup are kept', async () => {
  const [dataDir, filesDir] = [join(folder, 'apart'), join(folder, 'apart-files')]
  const restoring = restoreBackup({ file, dataDir, filesDir })
  mkdirSync(filesDir)
  writeFileSync(join(filesDir, 'mine'), 'mine')
  await expect(restoring).rejects.toThrow(/apart-files is not empty.*TRAVEL_FILES_DIR/)
  expect(readFileSync(join(filesDir, 'mine'), 'utf8')).toBe('mine')
  expect(readdirSync(dataDir)).toEqual([])
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
