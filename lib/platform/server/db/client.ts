import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { createFairPool } from './fair-pool.ts'
import { PrismaClient } from './generated/client.ts'
import { type Statements, statementsOn, transactionOn } from './statements.ts'

type Direct = {
  /** Its connections, for statements that every request runs. */
  readonly pool: Pool
  /** For what a command does before its work, and for what every execution writes: they start no Prisma. */
  readonly sql: Statements
  /** A transaction of `sql`. `answerMs`: when a statement gives up; absent: after half a minute. */
  sqlTransaction<T>(work: (tx: Statements) => Promise<T>, answerMs?: number): Promise<T>
}

export type DatabaseClient = PrismaClient & Direct

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
 * A client with its own pool. Prisma is created at its first use, because it makes a command start later.
 * `$disconnect()` closes the pool.
 *
 * @param options.connections maximum size of the pool
 * @param options.pool another pool than `createDatabasePool` makes
 */
export function createDatabaseClient(url: string, options: { connections?: number; pool?: Pool } = {}): DatabaseClient {
  const pool = options.pool ?? createDatabasePool(url, options.connections)
  const direct: Direct = {
    pool,
    sql: statementsOn(pool),
    sqlTransaction: (work, limitMs = transactionMs) => transactionOn(pool, limitMs, work),
  }
  let created: DatabaseClient | undefined
  const prisma = () => {
    const transactionOptions = { maxWait: waitMs, timeout: transactionMs }
    created ??= Object.assign(new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions }), direct)
    return created
  }
  const client: DatabaseClient = Object.assign(Object.create(null), direct, {
    async $disconnect() {
      await created?.$disconnect()
      if (!pool.ended) await pool.end()
    },
  })
  return new Proxy(client, {
    get(own, name) {
      if (Reflect.has(own, name)) return Reflect.get(own, name)
      const found = Reflect.get(prisma(), name)
      return typeof found === 'function' ? found.bind(prisma()) : found
    },
  })
}
