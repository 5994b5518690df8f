import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { withClient } from '../../db/migrate.ts'
import type { AirlockSecret } from '../airlock/airlock-header.ts'
import { restoreBackup } from '../restore-backup.ts'

type Options = {
  readonly file: string
  /** A private folder for the restored files. */
  readonly scratch: string
  /** A database of the server on which the backup is restored, into another one. */
  readonly databaseUrl: string
  readonly secret: AirlockSecret
}

/**
 * Restores a backup into a database of its own, which is dropped afterwards. Returns the number of rows.
 *
 * @throws BackupError if the backup is damaged or cannot be restored
 */
export async function restoreTest({ file, scratch, databaseUrl, secret }: Options): Promise<number> {
  const name = `travel_restore_test_${randomBytes(6).toString('hex')}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const administer = (sql: string) => withClient(databaseUrl, (client) => client.query(sql))
  await administer(`CREATE DATABASE ${name}`)
  try {
    const dataDir = join(scratch, 'restored')
    const { end } = await restoreBackup({ file, dataDir, databaseUrl: url.href, secret })
    return Object.values(end.rows).reduce((all, count) => all + count, 0)
  } finally {
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}
