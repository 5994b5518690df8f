import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { newId } from '#runner/contract/ids.ts'
import type { RandomBytes } from '#runner/core/ports.ts'
import type { BackupPlan, BackupTarget } from '../../../model/backup-plan.ts'
import type { DatabaseClient } from '../../db/client.ts'
import { findProjectRoot } from '../../env/project-root.ts'
import { isFullDisk } from '../../files/file-errors.ts'
import type { AirlockLock } from '../airlock/airlock-header.ts'
import { BackupError } from '../backup-format.ts'
import { noteBackup } from '../last-backup.ts'
import type { BackupOptions } from '../write-backup.ts'
import { longestRunMs } from './backup-problems.ts'
import type { Jobs, Order } from './jobs.ts'
import { type BackupStore, backupName, createFolderStore, type S3Key } from './stores.ts'

const program = 'lib/platform/server/backup/schedule/backup-thread.ts'
/** Gets the path from its caller, because a bundler must not move the file. */
const startThread = (path: string, workerData: object): Worker => new Worker(path, { workerData })

/**
 * Makes or restores a backup in a thread of its own and with low priority, so that requests do not wait for it or for
 * the collection of its garbage.
 */
async function runApart<Kind extends keyof Jobs>(
  kind: Kind,
  options: Order<Kind>['options'],
): Promise<Awaited<ReturnType<Jobs[Kind]>>> {
  const workerData: Order<Kind> = { kind, options }
  const worker = startThread(join(/* turbopackIgnore: true */ findProjectRoot(), program), workerData)
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`The thread of the backup ended with code ${code}`)
  })
  const [answer] = await Promise.race([once(worker, 'message'), ended])
  return answer
}

export type BackupPorts = {
  readonly db: DatabaseClient
  readonly clock: { now(): number }
  readonly randomBytes: RandomBytes
  readonly instance: Omit<BackupOptions, 'file' | 'lock' | 'rest'>
  /** For whom backups are encrypted. Absent: none is made. */
  readonly lock: AirlockLock | undefined
  readonly s3Key: S3Key | undefined
}

type Result = { readonly file: string; readonly bytes: number; readonly rows: number }
export type RunKind = 'backup' | 'restore_test'

/** Makes a backup, or restores the newest one as a test. Records how it ended; a failure is no error of the caller. */
export async function runOne(ports: BackupPorts, plan: BackupPlan, kind: RunKind): Promise<void> {
  const { db, clock, randomBytes } = ports
  const id = newId('bkp', randomBytes)
  await db.backupRun.create({ data: { id, kind, startedAt: new Date(clock.now()) } })
  const end = (data: { file?: string; bytes?: number; rows?: number; error?: string }) =>
    db.backupRun.update({ where: { id }, data: { ...data, endedAt: new Date(clock.now()) } })
  const named = (file: string) => db.backupRun.update({ where: { id }, data: { file } })
  try {
    await end(await withScratch(ports, (scratch) => work[kind](ports, plan, scratch, named)))
  } catch (cause) {
    await end({ error: sentenceOf(cause) })
  }
}

type Work = (
  ports: BackupPorts,
  plan: BackupPlan,
  scratch: string,
  /** Records the file before the work on it, which may fail. */
  named: (file: string) => Promise<unknown>,
) => Promise<Result>

const work: Readonly<Record<RunKind, Work>> = {
  async backup(ports, plan, scratch) {
    const { clock, instance } = ports
    const store = await openStore(plan.target, ports.s3Key)
    const name = backupName(new Date(clock.now()))
    const file = join(scratch, name)
    const report = await runApart('backup', { ...instance, file, lock: lockOf(ports) })
    await store.put(file)
    await noteBackup(instance.dataDir, { at: new Date(clock.now()).toISOString(), bytes: report.bytes })
    await removeOld(store, plan.keep)
    return { file: name, bytes: report.bytes, rows: sum(report.rows) }
  },

  async restore_test(ports, plan, scratch, named) {
    const lock = lockOf(ports)
    if ('recipient' in lock) throw new BackupError('Only the private key opens the backups, and it is not here.')
    const store = await openStore(plan.target, ports.s3Key)
    const [newest] = await store.list()
    if (newest === undefined) throw new BackupError('There is no backup to restore: make one first.')
    const file = join(scratch, newest.name)
    await named(newest.name)
    await pipeline(await store.read(newest), createWriteStream(file, { mode: 0o600 }))
    const rows = await runApart('restore_test', {
      file,
      scratch,
      databaseUrl: ports.instance.databaseUrl,
      secret: lock,
    })
    return { file: newest.name, bytes: newest.bytes, rows }
  },
}

/** Only after the new one is stored: a failed backup removes nothing. */
async function removeOld(store: BackupStore, keep: number): Promise<void> {
  for (const { name } of (await store.list()).slice(keep)) await store.remove(name)
}

function lockOf({ lock }: BackupPorts): AirlockLock {
  if (lock !== undefined) return lock
  throw new BackupError(
    'Neither TRAVEL_BACKUP_PASSPHRASE nor TRAVEL_BACKUP_RECIPIENT is set, and no backup is made in clear.',
  )
}

const scratchPrefix = 'backup-'

/** A private folder for the time of a run. It holds keys in clear, so it is inside the data folder. */
async function withScratch<Value>(
  { instance: { dataDir } }: BackupPorts,
  run: (scratch: string) => Promise<Value>,
): Promise<Value> {
  const cache = join(dataDir, 'cache')
  await mkdir(cache, { recursive: true, mode: 0o700 })
  for (const name of await readdir(cache)) {
    const left = join(cache, name)
    // A killed process could not remove its own.
    const isLeft = name.startsWith(scratchPrefix) && (await stat(left)).mtimeMs < Date.now() - longestRunMs
    if (isLeft) await rm(left, { recursive: true, force: true })
  }
  const scratch = await mkdtemp(join(cache, scratchPrefix))
  try {
    return await run(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, count) => all + count, 0)

/** Why a backup was not made or read. */
export function sentenceOf(cause: unknown): string {
  if (isFullDisk(cause)) return 'The disk is full. The backups before are unchanged.'
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 500)
}

export async function openStore(target: BackupTarget, s3Key: S3Key | undefined): Promise<BackupStore> {
  if (target.kind === 'folder') return createFolderStore(target.path)
  if (s3Key === undefined) {
    throw new BackupError('The storage needs TRAVEL_BACKUP_S3_KEY_ID and TRAVEL_BACKUP_S3_SECRET in the environment.')
  }
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(target, s3Key)
}
