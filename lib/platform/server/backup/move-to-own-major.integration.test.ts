import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryFolder } from '../../../../scripts/testing/memory-folder.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { nextOf } from '../db/embedded/placement.ts'
import { createUserRegistry } from '../db/embedded/user-registry.ts'
import { applyMigrations, withClient } from '../db/migrate.ts'
import { dumpDatabase } from './dump-database.ts'
import { moveToOwnMajor } from './move-to-own-major.ts'
import { checkBackup } from './read-backup.ts'
import { clusterOf, earlierMajor, withEarlierServer } from './testing/earlier-database.ts'
import { linesOf } from './testing/lines-of.ts'

const earlier = mkdtempSync(join(realpathSync(memoryFolder()), 'travel-earlier-'))
let filled: readonly string[] = []
let folder = ''
let dataDir = ''
const outsideFolder = () => join(folder, 'outside')

/** Every row of every table, with its table. */
const rowsOf = (url: string) =>
  dumpDatabase(url, async ({ tables, rowsOf: read }) => {
    const all: string[] = []
    for (const { name } of tables) for (const row of await linesOf(read(name))) all.push(`${name} ${row}`)
    return all.sort()
  })
const moveIt = (steps: string[] = []) =>
  moveToOwnMajor({
    ...{ dataDir, outsideFolder: outsideFolder(), keysFromEnvironment: [], durable: false },
    step(label, work) {
      steps.push(label)
      return work()
    },
  })
const acquire = () => acquireDatabase({ dataDir, outsideFolder: outsideFolder(), durable: false })
const rowsHere = async () => {
  await using database = await acquire()
  return await rowsOf(database.url)
}
const rowsOfEarlier = () => withEarlierServer(dataDir, outsideFolder(), rowsOf)
const namesIn = (place: string) => readdirSync(place).sort()
const homeNames = ['cluster', 'lock', 'server.log', 'users']

beforeAll(async () => {
  chmodSync(earlier, 0o711)
  filled = await withEarlierServer(join(earlier, 'data'), join(earlier, 'outside'), async (url) => {
    await applyMigrations(url)
    await withClient(url, (client) =>
      client.query(`INSERT INTO scripts (digest, language, text)
        SELECT md5(n::text), 'javascript', repeat('"\\,ü (' || n, 50) FROM generate_series(1, 500) n`),
    )
    return await rowsOf(url)
  })
})
afterAll(() => rmSync(earlier, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(memoryFolder()), 'travel-major-'))
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
  // With its owner, which is the account of the server.
  expect(spawnSync('cp', ['-a', join(earlier, 'data'), dataDir]).status).toBe(0)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a database of an earlier PostgreSQL is moved with every row, also if the move was killed between its two renames, and stays beside the new one with a backup', async () => {
  await expect(acquire()).rejects.toThrow(/is of PostgreSQL 17, and .* PostgreSQL 18: start the app, which moves it/)
  const steps: string[] = []
  const moved = await moveIt(steps)
  expect(steps).toEqual([
    expect.stringMatching(/^Writing a backup of PostgreSQL 17 to .*before-postgresql-18-.*backup\.tar\.gz$/),
    'Restoring it into PostgreSQL 18',
  ])
  expect(moved?.from).toBe(earlierMajor)
  expect(filled.length).toBe(500)
  // As a kill between the two renames leaves it.
  renameSync(clusterOf(dataDir), nextOf(clusterOf(dataDir)))
  expect(await rowsHere()).toEqual(filled)
  expect(readFileSync(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8')).toBe('18\n')
  const kept = moved?.kept ?? ''
  expect(namesIn(kept)).toEqual(['backup.tar.gz', 'cluster'])
  expect((await checkBackup(join(kept, 'backup.tar.gz'))).end.rows.scripts).toBe(500)
  expect(await moveIt()).toBeUndefined()

  renameSync(clusterOf(dataDir), join(folder, 'later'))
  renameSync(join(kept, 'cluster'), clusterOf(dataDir))
  expect(await rowsOfEarlier()).toEqual(filled)
})

test('a move that fails leaves the earlier database as it was, and nothing else', async () => {
  await withEarlierServer(dataDir, outsideFolder(), (url) =>
    withClient(url, (client) =>
      client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '99990101000000_later', now())`,
      ),
    ),
  )
  await expect(moveIt()).rejects.toThrow(/migration 99990101000000_later, which this version lacks/)
  expect(namesIn(join(dataDir, 'postgres'))).toEqual(homeNames)
  expect(await rowsOfEarlier()).toEqual(filled)
})

test('a move without the earlier programs, or beside a process that uses the database, is refused', async () => {
  const user = createUserRegistry(join(dataDir, 'postgres', 'users')).join()
  await expect(moveIt()).rejects.toThrow(/^Another process uses .* PostgreSQL 17: stop it, then start the app/)
  user.leave()
  writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), '9\n')
  await expect(moveIt()).rejects.toThrow(
    /PostgreSQL 9, .* without the programs of 9 .* write a backup with the version/,
  )
  expect(namesIn(join(dataDir, 'postgres'))).toEqual(homeNames)
  writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), `${earlierMajor}\n`)
  expect(await rowsOfEarlier()).toEqual(filled)
})

test('a move that is killed before or in any of its parts is made by the next start, with every row', async () => {
  const killAfter = async (lines: number) => {
    const program = join(import.meta.dirname, 'testing', 'moving-process.ts')
    const child = spawn(process.execPath, [program, dataDir, outsideFolder()], { stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    const seen: string[] = []
    for await (const line of createInterface(child.stdout)) {
      seen.push(line)
      if (seen.length === lines) child.kill('SIGKILL')
    }
    await exited
    return seen
  }
  for (const lines of [1, 2, 3, 4]) {
    const seen = await killAfter(lines)
    expect(seen.length, String(seen)).toBeGreaterThanOrEqual(lines)
    expect(readFileSync(join(clusterOf(dataDir), 'PG_VERSION'), 'utf8')).toMatch(lines < 4 ? /^17/ : /^1[78]/)
  }
  await moveIt()
  expect(await rowsHere()).toEqual(filled)
  expect(namesIn(join(dataDir, 'postgres'))).toEqual([expect.stringMatching(/^before-postgresql-18-/), ...homeNames])
})
