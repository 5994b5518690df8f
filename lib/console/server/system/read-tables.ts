import type { DatabaseClient } from '#lib/platform/server/db/client.ts'

/** A table of the app with its indexes and its large values. `rows`: an estimate; null: PostgreSQL has none yet. */
export type TableSize = { readonly name: string; readonly bytes: number; readonly rows: number | null }

/** The sizes of all tables of the app, the largest first. */
export const readTables = (db: Pick<DatabaseClient, '$queryRaw'>): Promise<TableSize[]> =>
  db.$queryRaw`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes, nullif(reltuples, -1)::float8 as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc, 1`
