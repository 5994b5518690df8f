import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { withClient } from '../../db/migrate.ts'
import type { AirlockSecret } from '../airlock/airlock-header.ts'
import { restoreBackup } from '../restore-backup.ts'
import { longestRunMs } from './backup-problems.ts'

const prefix = 'travel_restore_test_'

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
  const name = `${prefix}${Date.now()}_${randomBytes(4).toString('hex')}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  const administer = (sql: string) => withClient(databaseUrl, (client) => client.query(sql))
  await dropLeft(databaseUrl)
  await administer(`CREATE DATABASE ${name}`)
  try {
    const dataDir = join(scratch, 'restored')
    const { end } = await restoreBackup({ file, dataDir, databaseUrl: url.href, secret })
    return Object.values(end.rows).reduce((all, count) => all + count, 0)
  } finally {
    await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

/** Drops what a killed process left behind. */
async function dropLeft(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [prefix],
    )
    const old = rows.filter(({ name }) => Number(name.slice(prefix.length).split('_')[0]) < Date.now() - longestRunMs)
    for (const { name } of old) await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)}`)
  })
}
