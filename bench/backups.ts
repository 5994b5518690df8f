import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startLiveProviders } from '../e2e/support/live-providers.ts'
import { runApart } from '../lib/platform/server/backup/schedule/run-apart.ts'
import { createDatabaseClient, type DatabaseClient } from '../lib/platform/server/db/client.ts'
import { addJob } from '../lib/platform/server/queue/jobs.ts'
import { createPlaces } from '../lib/travel/server/places/places.ts'
import { besideBackups, passphrase } from './beside-backups.ts'
import { endFilled, fillDatabase } from './console/fill-database.ts'
import type { Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { routes, searchPath } from './web/cached-search.ts'
import { startGuestSessions } from './web/guest-session.ts'
import { openApp } from './web/open-app.ts'
import { searchOnce } from './web/search-once.ts'

/** How many executions the database has. */
const size = 20_000
const providersMs = 1000

/**
 * Measures short requests and travelers' searches, each beside a backup and without one.
 *
 * @param minutes A backup begins each minute. Absent: ten backups, and after each one as long without one.
 */
export async function backups(minutes?: number): Promise<Measurement[]> {
  return [...(await besideShortRequests(minutes)), ...(await besideSearches(minutes))]
}

/** A request reads an execution and writes a row, in the process that starts the backup, as in the app. */
async function besideShortRequests(minutes?: number): Promise<Measurement[]> {
  await using database = await openDatabase()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-backups-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const db = createDatabaseClient(database.url, { connections: 8 })
  stack.defer(() => db.$disconnect())
  await fillDatabase(db, { executions: size })
  const databaseUrl = database.url
  let made = 0
  const backUp = async () => {
    const file = join(folder, `${made++}.airlock`)
    await runApart('backup', { dataDir: folder, databaseUrl, keysFromEnvironment: [], lock: { passphrase }, file })
    return file
  }
  const request = async (number: number) => {
    const [row] = await db.execution.findMany({ orderBy: { startedAt: 'desc' }, skip: number % 100, take: 1 })
    await db.$executeRaw`update executions set finished_at = now() where id = ${row?.id}`
  }
  return await besideBackups({ of: 'request', size, databaseUrl, everyMs: 50, request, backUp }, minutes)
}

/** New searches of the built app, whose two providers answer after a second, beside the backups of its own schedule. */
async function besideSearches(minutes?: number): Promise<Measurement[]> {
  const turn = () => setTimeout(providersMs)
  await using providers = await startLiveProviders(createPlaces(), { amadeus: turn, duffel: turn })
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-backups-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await using app = await openApp({ ...providers.env, TRAVEL_BACKUP_PASSPHRASE: passphrase, LOG_LEVEL: 'silent' })
  const { url, databaseUrl } = app
  const db = createDatabaseClient(databaseUrl, { connections: 1 })
  stack.defer(() => db.$disconnect())
  // While the app runs: it would not start with the seals of these rows.
  await fillDatabase(db, { executions: size })
  await endFilled(db)
  const target = { kind: 'folder', path: folder }
  await db.backupPlan.create({ data: { id: 1, isOn: false, hour: 0, keep: 400, target, changedAt: new Date() } })
  const sessions = await startGuestSessions(url, 20)
  const request = async (number: number) => {
    const [origin, destination] = routes[number % routes.length] ?? routes[0]
    const session = sessions[number % sessions.length]
    if (session === undefined) throw new RangeError('a search needs a guest session')
    await searchOnce(url, searchPath(origin, destination, 5 + Math.floor(number / routes.length)), session)
  }
  const backUp = async () => join(folder, await backUpApp(db))
  return await besideBackups({ of: 'search', size, databaseUrl, everyMs: 1000, request, backUp }, minutes)
}

/** Orders a backup as the console does, and waits until the app has made it. Returns the name of its file. */
async function backUpApp(db: DatabaseClient): Promise<string> {
  const before = await db.backupRun.count({ where: { endedAt: { not: null } } })
  await addJob(db, { task: 'back_up', key: 'back_up backup', payload: { what: 'backup' } })
  for (;;) {
    await setTimeout(100)
    const ended = await db.backupRun.findMany({ where: { endedAt: { not: null } }, orderBy: { startedAt: 'desc' } })
    const [newest] = ended
    if (newest === undefined || ended.length === before) continue
    if (newest.error !== null || newest.file === null) throw new Error(`The app made no backup: ${newest.error}`)
    return newest.file
  }
}
