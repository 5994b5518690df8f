import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { DatabaseError, reasonOf } from '../db/database-error.ts'
import { withClient } from '../db/migrate.ts'
import { ringLock } from '../vault/current-key.ts'
import { BackupError, type BackupHead } from './backup-format.ts'

export type DatabaseDump = Pick<BackupHead, 'migrations' | 'tables' | 'sequences'> & {
  /** A table's rows as PostgreSQL's COPY writes them, a line for each, in parts of whole lines that fit into memory. */
  rowsOf(table: string): AsyncGenerator<Buffer>
  /** The fingerprints of the instance's secrets, by the name of the secret. */
  readonly fingerprints: ReadonlyMap<string, string>
  /** Until this call, the vault's key file stays as it was at the snapshot, and rotations of the key wait. */
  allowRotation(): Promise<void>
}

/** A part has about this many bytes, unless a single row has more. */
const partBytes = 256_000
/** The table in which Prisma records migrations. A restore recreates it by applying the migrations. */
const book = '_prisma_migrations'
/** The first migration creates it. */
const secrets = 'instance_secrets'

/**
 * Reads a consistent snapshot of the whole database during concurrent writes: one repeatable-read transaction ignores
 * everything committed after its first query.
 */
export function dumpDatabase<T>(url: string, work: (dump: DatabaseDump) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    // The rows of a large table are one statement.
    await ask(client, 'SET statement_timeout = 0')
    // Without the lock, a rotation could drop the key of the snapshot's rows before it is copied.
    await ask(client, 'SELECT pg_advisory_lock_shared($1)', [ringLock])
    await ask(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [table] = await ask<{ found: string | null }>(client, 'SELECT to_regclass($1) AS found', [secrets])
    if (table?.found == null) {
      throw new BackupError(
        'The database has no tables of travel.aw: set TRAVEL_DATA_DIR or DATABASE_URL to those of the instance.',
      )
    }
    const applied = await ask<{ migration_name: string }>(
      client,
      `SELECT migration_name FROM ${book} WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
    )
    const prints = await ask<{ name: string; fingerprint: string }>(client, `SELECT name, fingerprint FROM ${secrets}`)
    return await work({
      migrations: applied.map((row) => row.migration_name),
      tables: await readTables(client),
      sequences: await readSequences(client),
      rowsOf: (name) => readRows(client, name),
      fingerprints: new Map(prints.map(({ name, fingerprint }) => [name, fingerprint])),
      allowRotation: async () => void (await ask(client, 'SELECT pg_advisory_unlock_shared($1)', [ringLock])),
    })
  })
}

/** The rows of a query. Names the database as the problem if the query fails. */
async function ask<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(sql, values)).rows
  } catch (cause) {
    throw noAnswer(cause)
  }
}

const noAnswer = (cause: unknown): DatabaseError =>
  new DatabaseError(`The database did not answer a query (${reasonOf(cause)}): check DATABASE_URL and its server.`, {
    cause,
  })

async function readTables(client: pg.Client): Promise<BackupHead['tables']> {
  const tables = await ask<{ name: string; columns: string[]; refers_to: string[] }>(
    client,
    `SELECT c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
       ARRAY(SELECT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid) AS refers_to
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> $1
     ORDER BY c.relname`,
    [book],
  )
  const ordered: typeof tables = []
  while (ordered.length < tables.length) {
    const isDone = (name: string) => ordered.some((table) => table.name === name)
    const next = tables.find(({ name, refers_to: others }) => !isDone(name) && others.every(isDone))
    if (!next) throw new Error('Tables reference each other in a cycle')
    ordered.push(next)
  }
  return ordered.map(({ name, columns }) => ({ name, columns }))
}

async function readSequences(client: pg.Client): Promise<BackupHead['sequences']> {
  return await ask<{ name: string; last: string }>(
    client,
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  )
}

/** COPY escapes the line breaks in values. */
const lineBreak = 10

async function* readRows(client: pg.Client, table: string): AsyncGenerator<Buffer> {
  const rows = client.query(copyTo(`COPY ${client.escapeIdentifier(table)} TO STDOUT`))
  let pending: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of rows) {
      const end = chunk.lastIndexOf(lineBreak) + 1
      bytes += chunk.length
      if (bytes < partBytes || end === 0) {
        pending.push(chunk)
        continue
      }
      yield Buffer.concat([...pending, chunk.subarray(0, end)])
      pending = [chunk.subarray(end)]
      bytes = chunk.length - end
    }
  } catch (cause) {
    throw noAnswer(cause)
  }
  if (bytes > 0) yield Buffer.concat(pending)
}
