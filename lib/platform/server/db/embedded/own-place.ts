import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { travelCommand } from '../../env/travel-command.ts'
import { DatabaseError } from '../database-error.ts'
import { pidFileOf, type ServerRecord } from './server-process.ts'

export const copyRemedy = `copy an instance with ${travelCommand('backup FILE')}, and restore it with ${travelCommand('restore FILE')}`

const tornCopy = (from: string, cluster: string): DatabaseError =>
  new DatabaseError(
    `The database in ${cluster} was copied from ${from} while its server ran, so parts of it may be missing: ${copyRemedy}. If you moved the whole folder after a crash, remove ${pidFileOf(cluster)}.`,
  )

/**
 * Rejects a copy of a data directory. A running or killed server leaves its pid file, which in a copy still names the
 * original.
 *
 * @throws DatabaseError if the pid file names another data directory
 */
export const refuseCopy = (cluster: string, record: ServerRecord): void => {
  if (record.cluster !== '' && record.cluster !== cluster) throw tornCopy(record.cluster, cluster)
}

/**
 * Checks that the server uses this data directory: the server must read a file that was just written there. The path
 * alone proves nothing, because two directories may have had the same path one after the other.
 *
 * @throws DatabaseError if the server uses another directory
 */
export const checkServes = async (client: pg.Client, cluster: string): Promise<void> => {
  const path = join(cluster, `travel-${randomBytes(8).toString('hex')}`)
  const text = randomBytes(16).toString('hex')
  writeFileSync(path, text, { flag: 'wx', mode: 0o644 })
  try {
    const { rows } = await client.query('SELECT pg_read_file($1, 0, 64, true) AS text', [basename(path)])
    if (rows[0]?.text !== text) throw tornCopy('another folder', cluster)
  } finally {
    rmSync(path, { force: true })
  }
}
