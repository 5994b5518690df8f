import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sha256 } from '#runner/core/hash.ts'
import { findProjectRoot, readProjectVersion } from '../env/project-root.ts'
import { DatabaseError, reasonOf } from './database-error.ts'
import { compatibleWith, refuseBesideOthers } from './present-processes.ts'

export type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }
type MigrationStatus = { readonly applied: string[]; readonly pending: string[] }

/** The project's migrations, oldest first. */
export const readMigrations = (folder = join(findProjectRoot(), 'prisma', 'migrations')): Migration[] => {
  const names = readdirSync(/* turbopackIgnore: true */ folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
  return names.map((name) => {
    const bytes = readFileSync(join(folder, name, 'migration.sql'))
    return { name, sql: bytes.toString('utf8'), checksum: sha256(bytes) }
  })
}

/** The same table as `prisma migrate deploy` uses, so that both can migrate a database. */
const bookTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/** Prisma's own advisory lock number, so that `prisma migrate deploy` and this code never run concurrently. */
const lockNumber = 72_707_369

type Row = { migration_name: string; checksum: string; finished_at: Date | null; logs: string | null }

const readBook = async (client: pg.Client): Promise<Row[]> => {
  const { rows: tables } = await client.query("SELECT to_regclass('_prisma_migrations') AS found")
  if (tables[0]?.found === null) return []
  const { rows } = await client.query<Row>(
    'SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return rows
}

const compare = (migrations: Migration[], rows: Row[]): MigrationStatus & { todo: Migration[] } => {
  const book = new Map(rows.map((row) => [row.migration_name, row]))
  for (const { migration_name: name, finished_at: finishedAt } of rows) {
    if (finishedAt === null) {
      throw new DatabaseError(
        `Migration ${name} was started but not finished: repair it with "prisma migrate resolve".`,
      )
    }
  }
  for (const { name, checksum } of migrations) {
    const row = book.get(name)
    if (row && row.checksum !== checksum) {
      throw new DatabaseError(
        `Migration ${name} changed after it was applied: restore its file and put the change into a new migration.`,
      )
    }
  }
  const todo = migrations.filter(({ name }) => !book.has(name))
  return {
    applied: migrations.filter(({ name }) => book.has(name)).map(({ name }) => name),
    pending: todo.map(({ name }) => name),
    todo,
  }
}

/** Refuses a database of a newer version, with both versions, unless its other migrations are compatible with this one. */
const refuseNewer = async (client: pg.Client, migrations: Migration[], rows: Row[]): Promise<void> => {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = rows.find(({ migration_name: name, logs }) => {
    const isCompatible = logs !== null && known.has(logs)
    return !known.has(name) && !isCompatible
  })
  if (unknown === undefined) return
  const last = await client
    .query<{ version: string | null }>(
      "SELECT detail ->> 'version' AS version FROM audit_events WHERE action = 'app.started' ORDER BY at DESC LIMIT 1",
    )
    .catch(() => undefined)
  const version = last?.rows[0]?.version
  const user = version == null ? '' : `, and was last used by version ${version}`
  const own = readProjectVersion(findProjectRoot())
  throw new DatabaseError(
    `The database has migration ${unknown.migration_name}, which this version of travel.aw (${own}) lacks${user}: use the version that applied it, or a newer one.`,
  )
}

const readComparison = async (client: pg.Client, migrations: Migration[]) => {
  const rows = await readBook(client)
  await refuseNewer(client, migrations, rows)
  return compare(migrations, rows)
}

const applyOne = async (client: pg.Client, { name, sql, checksum }: Migration): Promise<void> => {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, compatibleWith(sql)],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new DatabaseError(`Migration ${name} failed and was rolled back (${reasonOf(error)}).`, { cause: error })
  }
}

/**
 * Runs `work` with a connection, and closes it.
 *
 * @throws DatabaseError if the server does not answer
 */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseError(`The database does not answer (${reasonOf(error)}): check DATABASE_URL and its server.`, {
      cause: error,
    })
  }
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** While a pooler is busy, a single look may miss that it shares sessions. */
const looks = 3

/**
 * Refuses a pooler that gives the session of an idle client to another: locks would outlive their process, or seem free,
 * and no notification would arrive.
 */
const requireOwnSession = (client: pg.Client, url: string): Promise<void> =>
  withClient(url, async (other) => {
    const sessionOf = async (one: pg.Client) => (await one.query('SELECT pg_backend_pid() AS session')).rows[0]?.session
    for (let look = 0; look < looks; look += 1) {
      if ((await sessionOf(client)) !== (await sessionOf(other))) continue
      throw new DatabaseError(
        'DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer, whose sessions cannot hold locks or listen: name the server itself, or let the pooler work in session mode.',
      )
    }
  })

/**
 * Brings the database up to date. Applies each migration once, in order, in a transaction with its record. Concurrent
 * processes take turns.
 *
 * @returns the names of the migrations applied now.
 * @throws DatabaseError if a migration fails or changed after it was applied, if the database has an unknown one, if
 *   its sessions are shared, or if a process is present that cannot go on with a pending one.
 */
export const applyMigrations = async (url: string, migrations = readMigrations()): Promise<string[]> =>
  withClient(url, async (client) => {
    await requireOwnSession(client, url)
    await client.query('SELECT pg_advisory_lock($1)', [lockNumber])
    await client.query(bookTable)
    const { todo, pending } = await readComparison(client, migrations)
    await refuseBesideOthers(client, todo)
    for (const migration of todo) await applyOne(client, migration)
    // Closing the connection releases the lock.
    return pending
  })

/**
 * Refuses a database that a newer version has migrated since, on the session of a process that is present: a migration
 * that comes now finds it there.
 */
export const refuseMigratedSince = async (client: pg.Client, migrations: Migration[]): Promise<void> => {
  await client.query('SELECT pg_advisory_lock_shared($1)', [lockNumber])
  await refuseNewer(client, migrations, await readBook(client))
  await client.query('SELECT pg_advisory_unlock_shared($1)', [lockNumber])
}

/** The applied and the pending migrations. Changes nothing. */
export const readMigrationStatus = async (url: string, migrations = readMigrations()): Promise<MigrationStatus> =>
  withClient(url, async (client) => {
    const { applied, pending } = await readComparison(client, migrations)
    return { applied, pending }
  })

/** Drops every table, type and row, including the record of migrations and the queue with its jobs. */
export const eraseDatabase = async (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      'DROP SCHEMA IF EXISTS public CASCADE; DROP SCHEMA IF EXISTS graphile_worker CASCADE; CREATE SCHEMA public',
    )
  })
