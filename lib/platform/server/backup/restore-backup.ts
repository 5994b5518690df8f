import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { sha256 } from '#runner/core/hash.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { outsideFolderOf } from '../db/embedded/placement.ts'
import { applyMigrations, readMigrations, withClient } from '../db/migrate.ts'
import { secureDataFolder, unfinishedRestore } from '../files/secure-data-folder.ts'
import type { AirlockSecret } from './airlock/airlock-header.ts'
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  filePathOf,
  folderAt,
  JsonRows,
  rowsIn,
} from './backup-format.ts'
import { type CheckedBackup, checkBackup, readEntries } from './read-backup.ts'

type RestoreOptions = {
  readonly file: string
  readonly dataDir: string
  /** The folder for the files of skills; must be empty or missing. Absent: a folder in the data folder. */
  readonly filesDir?: string | undefined
  /** Absent: the data folder's built-in database. */
  readonly databaseUrl?: string | undefined
  /** With which the file was encrypted. */
  readonly secret?: AirlockSecret | undefined
}

/**
 * Restores a backup into an empty or missing data folder. Verifies the backup before it writes anything, and removes a
 * partial result on failure, also from the database in `databaseUrl`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<CheckedBackup> {
  const { file, dataDir, filesDir, databaseUrl, secret } = options
  refuseUsedFolder(dataDir, 'TRAVEL_DATA_DIR')
  if (filesDir !== undefined) refuseUsedFolder(filesDir, 'TRAVEL_FILES_DIR')
  const checked = await checkBackup(file, secret)
  // Refuses a newer backup before anything is written.
  migrationsOf(checked.head)
  secureDataFolder(dataDir, () => {})
  const marker = join(dataDir, unfinishedRestore)
  // Only one of two concurrent restores can create this file.
  writeFileSync(marker, '', { flag: 'wx', mode: 0o600 })
  try {
    // An app may have started during the check of the backup. From now on, none starts on this folder.
    refuseUsedFolder(dataDir, 'TRAVEL_DATA_DIR', unfinishedRestore)
    if (filesDir !== undefined) refuseUsedFolder(filesDir, 'TRAVEL_FILES_DIR')
  } catch (cause) {
    rmSync(marker)
    throw cause
  }
  let outside: string | undefined
  try {
    {
      await using database = await acquireDatabase({ dataDir, databaseUrl })
      outside = database.folder && outsideFolderOf(dataDir, database.folder)
      await restoreDatabase(database.url, options, checked, () => restoreFiles(options, checked.end))
    }
    rmSync(marker)
    return checked
  } catch (cause) {
    if (outside !== undefined) rmSync(outside, { recursive: true, force: true })
    for (const folder of filesDir === undefined ? [dataDir] : [filesDir, dataDir]) {
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        rmSync(join(folder, name), { recursive: true, force: true })
    }
    throw cause
  }
}

/** Fills an empty database with the rows of a backup, or leaves it empty. `more`: what also has to succeed. */
export async function restoreDatabase(
  url: string,
  source: Pick<RestoreOptions, 'file' | 'secret'>,
  checked: CheckedBackup,
  more: () => Promise<void> = async () => {},
): Promise<void> {
  const migrations = migrationsOf(checked.head)
  await inEmptyDatabase(url, async (client) => {
    await applyMigrations(url, migrations)
    await restoreRows(client, source, checked)
    await more()
  })
}

function refuseUsedFolder(folder: string, variable: string, own?: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats) return
  if (stats.isDirectory() && readdirSync(folder).every((name) => name === own)) return
  throw new BackupError(
    `${folder} is not empty, and restore needs an empty folder: set ${variable} to a new one, or stop the app that uses this one and move it away.`,
  )
}

/**
 * The migrations that the database had at the time of the backup. The app's first start applies later migrations, as
 * after an update.
 */
function migrationsOf(head: BackupHead) {
  const all = readMigrations()
  const unknown = head.migrations.find((name) => !all.some((migration) => migration.name === name))
  if (unknown === undefined) return all.filter(({ name }) => head.migrations.includes(name))
  throw new BackupError(
    `The backup is from a version of travel.aw with migration ${unknown}, which this version lacks: restore it with that version or a newer one.`,
  )
}

/** Held while a restore fills a database, so that no other one finds it empty or loses its tables. */
const restoreLock = 72_707_370

/** Runs `fill` if the database has no tables. If that fails, drops the tables. */
async function inEmptyDatabase(url: string, fill: (client: pg.Client) => Promise<void>): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [restoreLock])
    const { rowCount } = await client.query("SELECT FROM pg_tables WHERE schemaname = 'public' LIMIT 1")
    if (rowCount !== 0) {
      throw new BackupError(
        'The database in DATABASE_URL is not empty: name an empty one, or unset DATABASE_URL to use the built-in one.',
      )
    }
    try {
      await fill(client)
    } catch (cause) {
      // The original error matters more than one of dropping the tables.
      await dropTables(client).catch(() => {})
      throw cause
    }
  })
}

/** Inserts all rows or none. */
async function restoreRows(
  client: pg.Client,
  { file, secret }: Pick<RestoreOptions, 'file' | 'secret'>,
  { head, end }: CheckedBackup,
): Promise<void> {
  await client.query('BEGIN')
  for (const { name, columns } of head.tables) await checkColumns(client, name, columns)
  const counts: Record<string, number> = {}
  for await (const { name, content } of unchanged(file, secret, end)) {
    const rows = rowsIn(name)
    if (!rows) continue
    const { table, isJson } = rows
    const quoted = client.escapeIdentifier(table)
    counts[table] = (counts[table] ?? 0) + (await (isJson ? insertJson : copy)(client, quoted, content))
  }
  for (const { name, last } of head.sequences) await client.query('SELECT setval($1::regclass, $2)', [name, last])
  const short = Object.entries(end.rows).find(([table, rows]) => rows !== (counts[table] ?? 0))
  if (short) throw new BackupError(`${file} lacks rows of the table ${short[0]}: use another copy of it.`)
  await client.query('COMMIT')
}

/** Returns the number of rows. */
async function copy(client: pg.Client, table: string, rows: Buffer): Promise<number> {
  const stream = client.query(copyFrom(`COPY ${table} FROM STDIN`))
  stream.end(rows)
  await finished(stream)
  return stream.rowCount
}

async function insertJson(client: pg.Client, table: string, content: Buffer): Promise<number> {
  const rows = JsonRows.parse(JSON.parse(content.toString('utf8')))
  await client.query(
    `INSERT INTO ${table} SELECT (whole).* FROM (SELECT row::${table} AS whole FROM unnest($1::text[]) row OFFSET 0) rows`,
    [rows],
  )
  return rows.length
}

/** Drops the tables with their types. Leaves the schema itself, which can hold extensions and the rights of others. */
async function dropTables(client: pg.Client): Promise<void> {
  await client.query('ROLLBACK')
  const { rows } = await client.query<{ drop: string }>(
    `WITH tables AS (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)
     SELECT format('DROP TABLE %s CASCADE', oid::regclass) AS drop FROM tables
     UNION ALL
     SELECT DISTINCT format('DROP TYPE %s CASCADE', t.oid::regtype) FROM tables
       JOIN pg_attribute a ON a.attrelid = tables.oid JOIN pg_type t ON a.atttypid IN (t.oid, t.typarray)
       WHERE t.typtype = 'e'`,
  )
  await client.query(rows.map(({ drop }) => drop).join(';'))
}

async function checkColumns(client: pg.Client, table: string, columns: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum',
    [client.escapeIdentifier(table)],
  )
  const found = rows.map(({ name }) => name)
  if (found.join() === columns.join()) return
  throw new BackupError(
    `The columns of table ${table} in the backup do not match this version of travel.aw: restore it with the version that wrote it.`,
  )
}

async function restoreFiles({ file, secret, ...at }: RestoreOptions, end: BackupEnd): Promise<void> {
  for await (const { name, mode, content } of unchanged(file, secret, end)) {
    const kept = filePathOf(name)
    if (kept === undefined) continue
    const target = join(folderAt(kept.folder, at), kept.path)
    makeFolder(at.dataDir, dirname(target))
    writeFileSync(target, content, { flag: 'wx', mode: 0o600, flush: true })
    chmodSync(target, mode & 0o700)
    giveToOwnerOf(at.dataDir, target)
  }
}

function makeFolder(dataDir: string, folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return
  makeFolder(dataDir, dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
  giveToOwnerOf(dataDir, folder)
}

/** Files that root restores belong to the owner of the parent folder. */
function giveToOwnerOf(dataDir: string, path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(path, uid, gid)
}

/** Reads the entries again and compares each with its verified hash. */
async function* unchanged(file: string, secret: AirlockSecret | undefined, end: BackupEnd) {
  for await (const entry of readEntries(file, secret)) {
    const expected = end.entries[entry.name]
    if (expected === undefined) continue
    if (sha256(entry.content) !== expected) throw new BackupError(`${file} changed while it was read: try again.`)
    yield entry
  }
}
