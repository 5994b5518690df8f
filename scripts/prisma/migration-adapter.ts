import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/**
 * PostgreSQL's catalogue has columns of the one-byte type "char", which Prisma's adapter rejects. This client relabels
 * such columns as uuid, a type that is also sent as text and does not occur in the catalogue. The real type is restored
 * in the adapter's result.
 */
const oneByteChar = 18
const uuid = 2950

const renameFields = (result: unknown): void => {
  if (typeof result !== 'object' || result === null || !('fields' in result) || !Array.isArray(result.fields)) return
  for (const field of result.fields) if (field.dataTypeID === oneByteChar) field.dataTypeID = uuid
}

/** Relabels the fields of each result, whether the client answers by callback (to its pool) or by promise. */
class CatalogueClient extends pg.Client {}
const { query } = pg.Client.prototype
Object.defineProperty(CatalogueClient.prototype, 'query', {
  value(this: pg.Client, ...args: unknown[]) {
    const callback = args.at(-1)
    if (typeof callback !== 'function') {
      return Promise.resolve(Reflect.apply(query, this, args)).then((result: unknown) => {
        renameFields(result)
        return result
      })
    }
    const renamed = (error: unknown, result: unknown) => {
      renameFields(result)
      callback(error, result)
    }
    return Reflect.apply(query, this, [...args.slice(0, -1), renamed])
  },
})

const nameCharacters = (result: SqlResultSet): SqlResultSet => ({
  ...result,
  columnTypes: result.columnTypes.map((type) => (type === ColumnTypeEnum.Uuid ? ColumnTypeEnum.Character : type)),
})

const readCatalogue = <T extends SqlQueryable>(queryable: T): T => {
  const queryRaw = queryable.queryRaw.bind(queryable)
  return Object.assign(queryable, { queryRaw: async (sql: SqlQuery) => nameCharacters(await queryRaw(sql)) })
}

/**
 * The adapter for the schema engine: Prisma's adapter with catalogue support, which closes each shadow database before
 * dropping it.
 */
export const createMigrationAdapter = (url: string): SqlMigrationAwareDriverAdapterFactory => {
  const config = toClientConfig(parse(url))
  const connectTo = async (database: string | undefined): Promise<SqlDriverAdapter> => {
    const pool = new pg.Pool({ ...config, ...(database ? { database } : {}), Client: CatalogueClient })
    const adapter = readCatalogue(await new PrismaPg(pool, { disposeExternalPool: true }).connect())
    const startTransaction = adapter.startTransaction.bind(adapter)
    // Prisma's own splits a script at each semicolon, also at those inside the body of a function.
    adapter.executeScript = async (script) => void (await pool.query(script))
    adapter.startTransaction = async (level) => readCatalogue(await startTransaction(level))
    return adapter
  }
  const administer = async (sql: string) => {
    const client = new pg.Client(config)
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connectTo(undefined),
    async connectToShadowDb() {
      const name = `prisma_migrate_shadow_db_${randomUUID()}`
      await administer(`CREATE DATABASE "${name}"`)
      const adapter = await connectTo(name)
      const dispose = adapter.dispose.bind(adapter)
      adapter.dispose = async () => {
        await dispose()
        await administer(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      }
      return adapter
    },
  }
}
