import { randomBytes } from 'node:crypto'
import type { DatabaseClient } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { type AuditMacs, isMac } from './audit-macs.ts'
import { maxDetailBytes, type TrailRow } from './audit-record.ts'

type Tx = Pick<DatabaseClient, '$queryRaw' | '$executeRaw'>

export type Lane = { readonly id: string; readonly nextSeq: bigint }

type LaneRow = Lane & { readonly mac: string }

const laneIdBytes = 4

/**
 * Locks a free lane until the transaction ends: the lock on its row excludes other writers, and a rollback restores its
 * position. Never waits: if no lane is free, it opens a new one. Skips altered lanes: those with a wrong MAC, or with a
 * row at the next position.
 */
export async function takeLane(tx: Tx, macs: AuditMacs, wrong: Set<string>): Promise<Lane> {
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
  tx: Tx,
  macs: AuditMacs,
  { id, nextSeq }: Lane,
  rows: readonly TrailRow[],
): Promise<void> {
  const next = nextSeq + BigInt(rows.length)
  const values = rows.map(({ seq, atMs, ...row }) => ({ ...row, seq: String(seq), at: isoOf(atMs) }))
  await tx.$executeRaw`
    with moved as (
      insert into audit_lanes (id, next_seq, mac) values (${id}, ${next}, ${macs.lane(id, next)})
      on conflict (id) do update set next_seq = excluded.next_seq, mac = excluded.mac
    )
    insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
    select ${id}, r.seq, r.at, r.actor, r.source, r.action, r.subject, r.detail::json, r.mac
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r(
      seq bigint, at timestamptz, actor text, source text, action text, subject text, detail text, mac text
    )`
}

const isoOf = (atMs: string | null) => new Date(Number(atMs)).toISOString()

/** The columns of a row `e`. Values outside the table's constraints become null. */
export const trailColumns = Prisma.sql`
  e.lane, e.seq,
  case when e.at >= '1970-01-01T00:00:00Z' and e.at < '10000-01-01T00:00:00Z'
    then (extract(epoch from e.at) * 1000)::bigint::text end as "atMs",
  e.actor, e.source, e.action, e.subject,
  case when octet_length(e.detail::text) <= ${maxDetailBytes} then e.detail::text end as detail,
  e.mac`
