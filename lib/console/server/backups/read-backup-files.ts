import type { Backups } from '#lib/platform/server/backup/schedule/backups.ts'
import { backupTime } from '#lib/platform/server/backup/schedule/stores.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { ConsoleBackupFiles } from '../../model/console-backups.ts'

type Ports = { readonly db: DatabaseClient; readonly backups: Pick<Backups, 'files'> }

/** The backups that are kept, each with the last test that restored it. */
export async function readBackupFiles({ db, backups }: Ports): Promise<ConsoleBackupFiles> {
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
