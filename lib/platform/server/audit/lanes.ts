import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { errorCodeOf } from '../db/database-error.ts'
import { Prisma } from '../db/generated/client.ts'
import type { Statements } from '../db/statements.ts'
import { type AuditMacs, isMac } from './audit-macs.ts'
import { maxDetailBytes, type TrailRow } from './audit-record.ts'

export type Lane = { readonly id: string; readonly nextSeq: bigint }

type LaneRow = Lane & { readonly mac: string }

const laneIdBytes = 4

/**
 * Locks a free lane until the transaction ends: the lock on its row excludes other writers, and a rollback restores its
 * position. Never waits: if no lane is free, it opens a new one. Skips altered lanes: those with a wrong MAC, or with a
 * row at the next position.
 */
export async function takeLane(tx: Statements, macs: AuditMacs, wrong: Set<string>): Promise<Lane> {
  for (;;) {
    const [lane] = await tx.$queryRaw<LaneRow[]>`
      select id, next_seq as "nextSeq", mac from audit_lanes as l
      where id <> all(${[...wrong]})
        and not exists (select from audit_events as e where e.lane = l.id and e.seq = l.next_seq)
      order by id limit 1 for update skip locked`
    if (!lane) return { id: randomBytes(laneIdBytes).toString('hex'), nextSeq: 1n }
    if (isMac(lane.mac, macs.lane(lane.id, lane.nextSeq))) return lane
    wrong.add(lane.id)
  }
}

/** Appends rows to a lane and advances its position, in one statement. */
export async function appendRows(
  tx: Statements,
  macs: AuditMacs,
  { id, nextSeq }: Lane,
  rows: readonly TrailRow[],
): Promise<void> {
  const next = nextSeq + BigInt(rows.length)
  await tx.$executeRaw`
    with moved as (
      insert into audit_lanes (id, next_seq, mac) values (${id}, ${next}, ${macs.lane(id, next)})
      on conflict (id) do update set next_seq = excluded.next_seq, mac = excluded.mac
    )
    insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
    select ${id}, r.seq, r.at, r.actor, r.source, r.action, r.subject, r.detail::json, r.mac
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as r(
      seq bigint, at timestamptz, actor text, source text, action text, subject text, detail text, mac text
    )`
}

const continueText = `
  with free as (
    select id from audit_lanes where id = $1 and next_seq = $2 and mac = $3 for update skip locked
  ), moved as (
    update audit_lanes as l set next_seq = $4, mac = $5 from free where l.id = free.id returning l.id
  )
  insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
  select moved.id, r.seq, r.at, r.actor, r.source, r.action, r.subject, r.detail::json, r.mac
  from moved, jsonb_to_recordset($6::jsonb) as r(
    seq bigint, at timestamptz, actor text, source text, action text, subject text, detail text, mac text
  )`

/** PostgreSQL's code for a row whose key another row has. */
const isTaken = '23505'

/**
 * Appends rows in one statement, which is its own transaction, if the lane is free and exactly as given: neither moved,
 * nor altered, nor with a row at the next position. Never waits for another writer. Otherwise writes nothing.
 *
 * @returns whether the rows were written
 */
export async function continueLane(
  pool: Pool,
  macs: AuditMacs,
  { id, nextSeq }: Lane,
  rows: readonly TrailRow[],
): Promise<boolean> {
  const next = nextSeq + BigInt(rows.length)
  const values = [id, nextSeq, macs.lane(id, nextSeq), next, macs.lane(id, next), jsonOf(rows)]
  try {
    const { rowCount } = await pool.query({ name: 'continue an audit lane', text: continueText, values })
    return rowCount === rows.length
  } catch (cause) {
    if (errorCodeOf(cause) === isTaken) return false
    throw cause
  }
}

/** Rows as `jsonb_to_recordset` reads them. */
const jsonOf = (rows: readonly TrailRow[]): string =>
  JSON.stringify(rows.map(({ seq, atMs, ...row }) => ({ ...row, seq: String(seq), at: isoOf(atMs) })))

const isoOf = (atMs: string | null) => new Date(Number(atMs)).toISOString()

/** The columns of a row `e`. Values outside the table's constraints become null. */
export const trailColumns = Prisma.sql`
  e.lane, e.seq,
  case when e.at >= '1970-01-01T00:00:00Z' and e.at < '10000-01-01T00:00:00Z'
    then (extract(epoch from e.at) * 1000)::bigint::text end as "atMs",
  e.actor, e.source, e.action, e.subject,
  case when octet_length(e.detail::text) <= ${maxDetailBytes} then e.detail::text end as detail,
  e.mac`
