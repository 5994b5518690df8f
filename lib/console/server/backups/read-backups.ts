import { longestRunMs, readPlan } from '#lib/platform/server/backup/schedule/backup-problems.ts'
import { type Backups, nextRun } from '#lib/platform/server/backup/schedule/backups.ts'
import { backupTime } from '#lib/platform/server/backup/schedule/stores.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { BackupRun as Row } from '#lib/platform/server/db/generated/client.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import { type BackupRun, type ConsoleBackupFiles, type ConsoleBackups, RunKind } from '../../model/console-backups.ts'

type Ports = {
  readonly db: DatabaseClient
  readonly env: Pick<Env, 'backups'>
  readonly clock: { now(): number }
}

const shown = 20

export async function readBackups({ db, env, clock }: Ports): Promise<ConsoleBackups> {
  const now = clock.now()
  const { lock } = env.backups
  const latest = (kind: RunKind) => db.backupRun.findFirst({ where: { kind }, orderBy: { startedAt: 'desc' } })
  const [plan, backup, test, rows] = await Promise.all([
    readPlan(db),
    latest('backup'),
    latest('restore_test'),
    db.backupRun.findMany({ orderBy: { startedAt: 'desc' }, take: shown }),
  ])
  return {
    plan: plan ?? null,
    next_at: plan?.is_on ? nextRun(plan.hour, new Date(now)).toISOString() : null,
    lock: lock === undefined ? null : 'recipient' in lock ? 'recipient' : 'passphrase',
    has_s3_key: env.backups.s3Key !== undefined,
    last_backup: backup && runOf(backup, now),
    last_test: test && runOf(test, now),
    runs: rows.map((row) => runOf(row, now)),
  }
}

function runOf(row: Row, now: number): BackupRun {
  const { id, kind, startedAt, endedAt, file, bytes, rows } = row
  const isLost = endedAt === null && now - startedAt.getTime() > longestRunMs
  const error = row.error ?? (isLost ? 'Its process ended before it did.' : null)
  return {
    id,
    kind: RunKind.parse(kind),
    started_at: startedAt.toISOString(),
    state: error !== null ? 'failed' : endedAt === null ? 'running' : 'done',
    duration_ms: endedAt && Math.max(0, endedAt.getTime() - startedAt.getTime()),
    file,
    bytes: bytes === null ? null : Number(bytes),
    rows: rows === null ? null : Number(rows),
    error,
  }
}

/** The backups that are kept, each with the last test that restored it. */
export async function readBackupFiles({
  db,
  backups,
}: {
  readonly db: DatabaseClient
  readonly backups: Pick<Backups, 'files'>
}): Promise<ConsoleBackupFiles> {
  const { files, error } = await backups.files()
  const tests = await db.backupRun.findMany({
    where: { kind: 'restore_test', file: { in: files.map(({ name }) => name) }, endedAt: { not: null } },
    orderBy: { startedAt: 'asc' },
  })
  // A later test replaces an earlier one.
  const last = new Map(tests.map((test) => [test.file, { at: test.startedAt.toISOString(), error: test.error }]))
  return {
    files: files.map(({ name, bytes }) => ({ name, made_at: backupTime(name), bytes, test: last.get(name) ?? null })),
    error,
  }
}
