import { join } from 'node:path'
import { changeMajor, type MajorChange } from '../db/embedded/change-major.ts'
import { withClient } from '../db/migrate.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { checkBackup } from './read-backup.ts'
import { restoreDatabase } from './restore-backup.ts'
import { type BackupOptions, writeBackup } from './write-backup.ts'

type MoveOptions = Pick<BackupOptions, 'dataDir' | 'filesDir' | 'keysFromEnvironment'> & {
  /** Shows each part of the work while it runs. */
  readonly step: <Value>(label: string, work: () => Promise<Value>) => Promise<Value>
  readonly now?: Date
  readonly durable?: boolean
  readonly outsideFolder?: string
  readonly projectRoot?: string
}

/**
 * Moves the built-in database to this version's PostgreSQL if it is of an earlier major version: writes a backup, and
 * restores it into a new database. The backup and the earlier database stay beside the new one. Like every restore, it
 * brings no jobs of the queue: their owners make them again at the start.
 *
 * @throws DatabaseError or BackupError; the earlier database is then as it was
 */
export async function moveToOwnMajor({ step, ...options }: MoveOptions): Promise<MajorChange | undefined> {
  const { dataDir, durable = true } = options
  const fileOf = ({ kept }: MajorChange) => join(kept, 'backup.tar.gz')
  const place = {
    dataDir,
    durable,
    now: options.now ?? new Date(),
    projectRoot: options.projectRoot ?? findProjectRoot(),
    outsideFolder: options.outsideFolder ?? '/var/lib/travel.aw',
    log: () => {},
  }
  return await changeMajor(place, {
    async save(databaseUrl, change) {
      const backup = { ...options, databaseUrl, file: fileOf(change) }
      await step(`Writing a backup of PostgreSQL ${change.from} to ${backup.file}`, () => writeBackup(backup))
    },
    async fill(url, change) {
      const file = fileOf(change)
      await step(`Restoring it into PostgreSQL ${change.to}`, async () => {
        await restoreDatabase(url, { file }, await checkBackup(file))
        // Without its statistics, the first queries would be slow.
        await withClient(url, (client) => client.query('ANALYZE'))
      })
    },
  })
}
