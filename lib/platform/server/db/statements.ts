import pg, { type Pool, type PoolClient, type QueryResult } from 'pg'
import { Prisma } from './generated/client.ts'

type Query = TemplateStringsArray | Prisma.Sql

/** Statements in SQL. A transaction of Prisma has both methods too, so that the same code works in either. */
export type Statements = {
  /** The rows. A `bigint` is a BigInt, a `numeric` is its text, and a time without a zone is in UTC. */
  $queryRaw<Rows>(query: Query, ...values: unknown[]): Promise<Rows>
  /** The number of changed rows. */
  $executeRaw(query: Query, ...values: unknown[]): Promise<number>
}

const { builtins, getTypeParser } = pg.types
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: BigInt,
  [builtins.DATE]: (text) => new Date(`${text}T00:00:00Z`),
  [builtins.TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}
const types = { getTypeParser: (oid: number) => parsers[oid] ?? getTypeParser(oid) }

/**
 * Statements on one connection, or each on any of a pool, without Prisma: its engine takes 0.2 s to start, and makes a
 * statement several times as expensive.
 *
 * @param answerMs when a statement gives up. Absent: as the pool says.
 */
export function statementsOn(connection: Pick<Pool | PoolClient, 'query'>, answerMs?: number): Statements {
  const limit = answerMs === undefined ? {} : { query_timeout: answerMs }
  const run = (query: Query, given: unknown[]): Promise<QueryResult> => {
    const { text, values } = 'text' in query ? query : Prisma.sql(query, ...given)
    return connection.query({ text, values: values.map(sent), types, ...limit })
  }
  return {
    $queryRaw: async (query, ...values) => Object((await run(query, values)).rows),
    $executeRaw: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
  }
}

/** The driver would write a date in the time zone of the process. */
const sent = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value)

/** Runs `work` in a transaction on one connection of the pool. If it fails, nothing was written. */
export async function transactionOn<T>(pool: Pool, answerMs: number, work: (tx: Statements) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isUsable = true
  try {
    await client.query('BEGIN')
    const done = await work(statementsOn(client, answerMs))
    await client.query('COMMIT')
    return done
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => {
      isUsable = false
    })
    throw cause
  } finally {
    client.release(!isUsable)
  }
}
