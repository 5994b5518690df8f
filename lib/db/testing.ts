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

export const templateDatabase = 'travel_template'

/** A database for one test. Dropped at the end of the scope, even while others are connected. */
export type TestDatabase = AsyncDisposable & { readonly url: string; readonly client: DatabaseClient }

const administer = async (sql: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}

/**
 * Creates a migrated or an empty database. Works only in `*.integration.test.ts`, whose run has a server.
 *
 * @param options.migrated `false`: without tables
 */
export const createTestDatabase = async (options: { migrated?: boolean } = {}): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = (options.migrated ?? true) ? ` TEMPLATE ${templateDatabase} STRATEGY file_copy` : ''
  await administer(`CREATE DATABASE ${name}${template}`)
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
