import type { DatabaseClient } from './client.ts'
import { Prisma } from './generated/client.ts'

/** The tables with a row that contains a text anywhere. */
export async function tablesNaming(db: DatabaseClient, text: string): Promise<readonly string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const found = tables.map(async ({ name }) => {
    const rows = await db.$queryRaw<unknown[]>`
      select 1 from ${Prisma.raw(`"${name}"`)} t where position(${text} in t::text) > 0 limit 1`
    return rows.length > 0 ? [name] : []
  })
  return (await Promise.all(found)).flat()
}
