import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { restoreTest } from '../lib/platform/server/backup/schedule/restore-test.ts'
import { writeBackup } from '../lib/platform/server/backup/write-backup.ts'
import { createDatabaseClient, type DatabaseClient } from '../lib/platform/server/db/client.ts'
import { fillDatabase } from './console/fill-database.ts'
import { linesOf, type Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { ascending, percentile } from './statistics.ts'

const executions = 20_000
const rounds = 10
/** A request begins each time, whether or not the ones before have ended. */
const everyMs = 50
const lock = { passphrase: 'a passphrase of many words' }

/**
 * Measures requests beside a backup and without one, in turns and in the process that makes the backup, as in the app. A
 * request reads an execution and writes a row. Restores every backup.
 */
export async function backups(size = executions): Promise<Measurement[]> {
  await using database = await openDatabase()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-backups-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const db = createDatabaseClient(database.url, { connections: 8 })
  stack.defer(() => db.$disconnect())
  await fillDatabase(db, { executions: size })
  await timesDuring(db, () => setTimeout(1000))

  const [without, beside, written, restored]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let round = 0; round < rounds; round += 1) {
    const file = join(folder, `${round}.airlock`)
    const instance = { dataDir: folder, databaseUrl: database.url, keysFromEnvironment: [] }
    const [times, backupMs] = await timesDuring(db, () => writeBackup({ ...instance, lock, file, rest: setTimeout }))
    beside.push(...times)
    written.push(backupMs)
    without.push(...(await timesDuring(db, () => setTimeout(backupMs)))[0])
    const scratch = join(folder, `restored ${round}`)
    const [, restoreMs] = await timed(() => restoreTest({ file, scratch, databaseUrl: database.url, secret: lock }))
    restored.push(restoreMs)
    await rm(scratch, { recursive: true, force: true })
  }
  const of = (name: string, times: number[]) => {
    const sorted = times.toSorted(ascending)
    const values = { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) }
    const worst = linesOf({ bench: 'backups', subject: 'quickjs', of: `${name}, at worst`, size }, sorted.length, {
      p99: sorted.at(-1) ?? 0,
    })
    return [...linesOf({ bench: 'backups', subject: 'quickjs', of: name, size }, sorted.length, values), ...worst]
  }
  return [
    ...of('request without a backup', without),
    ...of('request beside a backup', beside),
    ...linesOf({ bench: 'backups', subject: 'quickjs', of: 'backup', size }, rounds, { p50: middle(written) }),
    ...linesOf({ bench: 'backups', subject: 'quickjs', of: 'restore', size }, rounds, { p50: middle(restored) }),
  ]
}

const middle = (times: number[]) => percentile(times.toSorted(ascending), 0.5)

async function timed(work: () => Promise<unknown>): Promise<[unknown, number]> {
  const started = performance.now()
  const value = await work()
  return [value, performance.now() - started]
}

/** The times of the requests that begin during `work`, from when each was due, and the time of `work`. */
async function timesDuring(db: DatabaseClient, work: () => Promise<unknown>): Promise<[number[], number]> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const started = performance.now()
  let isOver = false
  const working = timed(work).finally(() => {
    isOver = true
  })
  for (let due = started; !isOver; due += everyMs) {
    const early = due - performance.now()
    if (early > 0) await Promise.race([setTimeout(early), working])
    running.push(request(db, running.length).then(() => void times.push(performance.now() - due)))
  }
  const [, ms] = await working
  await Promise.all(running)
  return [times, ms]
}

async function request(db: DatabaseClient, number: number): Promise<void> {
  const [row] = await db.execution.findMany({ orderBy: { startedAt: 'desc' }, skip: number % 100, take: 1 })
  await db.$executeRaw`update executions set finished_at = now() where id = ${row?.id}`
}
