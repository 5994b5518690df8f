import type { DatabaseClient } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import type { AuditRow } from './audit-row.ts'

type Reading = {
  /** Rows after this number. Absent: from the lowest row on, including numbers below 1. */
  readonly after?: bigint
  /** `last`: the last rows, in descending order. */
  readonly from?: 'first' | 'last'
  readonly count: number
}

type StoredRow = Omit<AuditRow, 'at' | 'detail'> & { readonly atMs: number | null; readonly detail: string | null }

/**
 * Reads rows whatever they contain. A value that the database client cannot return, such as an infinite time or a
 * detail of many MB, is left out, and the row then fails the check. The bounds equal the table's constraints.
 */
export async function readAuditRows(
  db: Pick<DatabaseClient, '$queryRaw'>,
  { after, from = 'first', count }: Reading,
): Promise<AuditRow[]> {
  const where = after === undefined ? Prisma.empty : Prisma.sql`where id > ${after}`
  const order = from === 'last' ? Prisma.sql`order by id desc` : Prisma.sql`order by id asc`
  const rows = await db.$queryRaw<StoredRow[]>`
    select
      id,
      case when at >= '1970-01-01T00:00:00Z' and at < '10000-01-01T00:00:00Z'
        then (extract(epoch from at) * 1000)::float8 end as "atMs",
      actor_user_id as "actorUserId", actor_source as "actorSource", action, subject,
      case when octet_length(detail::text) <= 65536 then detail::text end as detail,
      prev_hash as "prevHash", hash
    from audit_events ${where} ${order} limit ${count}`
  return rows.map(({ atMs, detail, ...row }) => ({
    ...row,
    at: new Date(atMs ?? Number.NaN),
    detail: detail === null ? undefined : JSON.parse(detail),
  }))
}
