import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

export type DatabaseClient = PrismaClient

/** Enough for the requests of one process that are in the database at the same moment; the rest wait their turn. */
const defaultConnections = 10
/** For a connection. Whoever has to keep how an execution ended had better wait under load than lose it. */
const waitMs = 30_000
const transactionMs = 30_000

/**
 * A Prisma client on a pool of its own. `$disconnect()` closes the pool.
 *
 * @param options.connections the most that the pool opens at once
 */
export const createDatabaseClient = (url: string, options: { connections?: number } = {}): DatabaseClient =>
  new PrismaClient({
    adapter: new PrismaPg({
      connectionString: url,
      max: options.connections ?? defaultConnections,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: 30_000,
      application_name: 'travel.aw',
    }),
    transactionOptions: { maxWait: waitMs, timeout: transactionMs },
  })
