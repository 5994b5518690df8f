import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { createFairPool } from './fair-pool.ts'
import { PrismaClient } from './generated/client.ts'

/** `pool`: its connections, for statements that every request runs, which Prisma makes several times as expensive. */
export type DatabaseClient = PrismaClient & { readonly pool: Pool }

/** Enough for the concurrent queries of one process; further queries wait. */
const defaultConnections = 10
/** The timeout for a connection. Long, because an execution's end is better recorded late than never. */
const waitMs = 30_000
const transactionMs = 30_000
/**
 * When a query gives up: a server that hangs or a lost network answers nothing, not even with an error. Housekeeping of
 * very many rows takes longer than any answer to a person.
 */
const answerMs = 120_000
/**
 * When the database ends a transaction whose process does nothing: a stopped or frozen process must not hold its locks.
 * Long enough to read the records of a takeover between two statements.
 */
const idleTransactionMs = 30_000

export const createDatabasePool = (url: string, connections = defaultConnections): Pool =>
  createFairPool({
    connectionString: url,
    max: connections,
    waitMs,
    idleTimeoutMillis: 30_000,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    application_name: 'travel.aw',
  })

/**
 * A Prisma client with its own pool. `$disconnect()` closes the pool.
 *
 * @param options.connections maximum size of the pool
 * @param options.pool another pool than `createDatabasePool` makes
 */
export function createDatabaseClient(url: string, options: { connections?: number; pool?: Pool } = {}): DatabaseClient {
  const pool = options.pool ?? createDatabasePool(url, options.connections)
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: waitMs, timeout: transactionMs },
  })
  return Object.assign(client, { pool })
}
