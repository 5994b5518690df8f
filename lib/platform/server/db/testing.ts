import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabaseClient, type DatabaseClient } from './client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this integration test run. */
    databaseUrl: string
  }
}

/** PostgreSQL waits 5 seconds in each try. */
const maxTries = 12

export const templateDatabase = 'travel_template'

/** A database for one test. Dropped at the end of the scope, even while others are connected. */
export type TestDatabase = AsyncDisposable & { readonly url: string; readonly client: DatabaseClient }

const asAdmin = async <T>(work: (admin: pg.Client) => Promise<T>): Promise<T> => {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** PostgreSQL's code for a database that others use. */
const inUse = '55006'

/** Tries again while others use the database: PostgreSQL's own processes, such as autovacuum, may visit it at any time. */
const administer = async (sql: string) =>
  asAdmin(async (admin) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await admin.query(sql)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== inUse || tries === maxTries) throw error
      }
    }
  })

/**
 * Creates a migrated or an empty database. Works only in `*.integration.test.ts`, whose run has a server.
 *
 * @param options.migrated `false`: without tables
 * @param options.template a migrated database to copy; absent: a migrated database without rows
 */
export const createTestDatabase = async (
  options: { migrated?: boolean; template?: string } = {},
): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const { migrated = true, template = templateDatabase } = options
  await administer(`CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${template} STRATEGY file_copy` : ''}`)
  const url = new URL(inject('databaseUrl'))
  url.pathname = `/${name}`
  const client = createDatabaseClient(url.href, { connections: 4 })
  return {
    url: url.href,
    client,
    async [Symbol.asyncDispose]() {
      await client.$disconnect()
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Deletes all rows, also those of the queue, without triggers, and begins all sequences again. Migrations write no rows. */
const emptied = `DO $$
DECLARE name text;
BEGIN
  SET LOCAL lock_timeout = '5s';
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname IN ('public', 'graphile_worker') AND tablename NOT IN ('_prisma_migrations', 'migrations') LOOP
    EXECUTE 'DELETE FROM ' || name;
  END LOOP;
  FOR name IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences
    WHERE schemaname IN ('public', 'graphile_worker') AND last_value IS NOT NULL LOOP
    EXECUTE format('ALTER SEQUENCE %s RESTART', name);
  END LOOP;
END $$`

/** The databases of this process that no test uses, without rows: one with the tables of the queue, one without. */
const unused = new Map<boolean, TestDatabase>()

/**
 * A migrated database without rows, like that of `createTestDatabase`. The next test gets the same one, emptied, which
 * takes a tenth of the CPU time of a new database and client. For tests that change no tables and leave nothing running.
 *
 * @param options.hasQueue the test installs the queue, or finds its tables
 */
export const emptyTestDatabase = async ({ hasQueue = false } = {}): Promise<TestDatabase> => {
  const database = unused.get(hasQueue) ?? (await createTestDatabase())
  unused.delete(hasQueue)
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.client.$executeRawUnsafe(emptied)
      if (unused.has(hasQueue)) await database[Symbol.asyncDispose]()
      else unused.set(hasQueue, database)
    },
  }
}

/**
 * Creates a template database once for the whole test run: the first test that needs it fills it, and others wait.
 *
 * @param fill adds to the migrated database. It must close every connection except the client's.
 */
export const requireTemplate = (name: string, fill: (database: TestDatabase) => Promise<void>): Promise<void> =>
  asAdmin(async (admin) => {
    // Held until this connection ends.
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 1) return
    await using filled = await createTestDatabase()
    await fill(filled)
    await filled.client.$disconnect()
    // Renamed only when it is complete, so that no test copies an incomplete template.
    await admin.query(`ALTER DATABASE ${new URL(filled.url).pathname.slice(1)} RENAME TO ${name}`)
  })

/** The number of connections to the database that wait for a lock. */
export async function waitingForLocks(db: DatabaseClient): Promise<number> {
  const [row] = await db.$queryRaw<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return row?.waiting ?? 0
}
