import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { restoreTest } from '../lib/platform/server/backup/schedule/restore-test.ts'
import { runApart } from '../lib/platform/server/backup/schedule/run-apart.ts'
import { createDatabaseClient, type DatabaseClient } from '../lib/platform/server/db/client.ts'
import { fillDatabase } from './console/fill-database.ts'
import { linesOf, type Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { ascending, median, percentile } from './statistics.ts'

const executions = 20_000
/** A request begins each time, whether or not the ones before have ended. */
const everyMs = 50
const lock = { passphrase: 'a passphrase of many words' }

/**
 * Measures requests beside a backup and without one, in turns and in the process that starts the backup, as in the app. A
 * request reads an execution and writes a row. Afterwards restores every backup.
 *
 * @param minutes A backup begins each minute. Absent: ten backups, and after each one as long without one.
 */
export async function backups(minutes?: number, size = executions): Promise<Measurement[]> {
  await using database = await openDatabase()
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-backups-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const db = createDatabaseClient(database.url, { connections: 8 })
  stack.defer(() => db.$disconnect())
  await fillDatabase(db, { executions: size })
  await timesDuring(db, () => setTimeout(1000))

  const rounds = Math.ceil(minutes ?? 10)
  const files = Array.from({ length: rounds }, (_, round) => join(folder, `${round}.airlock`))
  const [without, beside, written, restored]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (const file of files) {
    const options = { dataDir: folder, databaseUrl: database.url, keysFromEnvironment: [], lock, file }
    const [times, backupMs] = await timesDuring(db, () => runApart('backup', options))
    beside.push(...times)
    written.push(backupMs)
    const restMs = minutes === undefined ? backupMs : Math.max(0, 60_000 - backupMs)
    without.push(...(await timesDuring(db, () => setTimeout(restMs)))[0])
  }
  for (const file of files) {
    const scratch = `${file} restored`
    const [, restoreMs] = await timed(() => restoreTest({ file, scratch, databaseUrl: database.url, secret: lock }))
    restored.push(restoreMs)
    await rm(scratch, { recursive: true, force: true })
  }
  const lines = (of: string, n: number, values: Readonly<Record<string, number>>) =>
    linesOf({ bench: 'backups', subject: 'quickjs', of, size }, n, values)
  const lateMs = 2 * median(without)
  const [alone, both] = [valuesOf(without, lateMs), valuesOf(beside, lateMs)]
  const ratios = { p50: both.p50 / alone.p50, p95: both.p95 / alone.p95, p99: both.p99 / alone.p99 }
  return [
    ...lines('request without a backup', without.length, alone),
    ...lines('request beside a backup', beside.length, both),
    ...lines('beside ÷ without', beside.length, ratios).map((line) => ({ ...line, unit: 'times' as const })),
    ...lines('backup', rounds, { p50: median(written) }),
    ...lines('restore', rounds, { p50: median(restored) }),
  ]
}

/** `late`: how many of 100 requests take longer than `lateMs`. */
function valuesOf(times: readonly number[], lateMs: number) {
  const sorted = times.toSorted(ascending)
  const [p50, p95, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.95), percentile(sorted, 0.99)]
  const late = (100 * sorted.filter((ms) => ms > lateMs).length) / sorted.length
  return { p50, p95, p99, slowest: sorted.at(-1) ?? 0, late }
}

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
