import type { Statements } from '../db/statements.ts'
import type { Leaf } from './audit-macs.ts'
import type { TrailRow } from './audit-record.ts'
import { type Lane, trailColumns } from './lanes.ts'

type Reader = Pick<Statements, '$queryRaw'>

/** Rows per read. */
const batchRows = 2000

/** A leaf and its row. Undefined: the row was removed. */
export type SealedRow = { readonly leaf: Leaf & { readonly mac: string }; readonly row: TrailRow | undefined }

type SealedRead = Omit<TrailRow, 'lane' | 'seq'> & {
  readonly place: bigint
  readonly leafLane: string
  readonly leafSeq: bigint
  readonly hash: string
  readonly leafMac: string
  /** Null if the row was removed. */
  readonly lane: string | null
  readonly seq: bigint | null
}

/** The leaves from `place` on with their rows, in order, in batches. */
export async function* readSealed(db: Reader, place: bigint): AsyncGenerator<readonly SealedRow[]> {
  let from = place
  for (;;) {
    const rows = await db.$queryRaw<SealedRead[]>`
      select l.place, l.lane as "leafLane", l.seq as "leafSeq", l.hash, l.mac as "leafMac", ${trailColumns}
      from audit_leaves as l left join audit_events as e on e.lane = l.lane and e.seq = l.seq
      where l.place >= ${from} order by l.place limit ${batchRows}`
    if (rows.length > 0) yield rows.map(sealedRow)
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    from = last.place + 1n
  }
}

function sealedRow({ place, leafLane, leafSeq, hash, leafMac, lane, seq, ...rest }: SealedRead): SealedRow {
  return {
    leaf: { place, lane: leafLane, seq: leafSeq, hash, mac: leafMac },
    row: lane === null || seq === null ? undefined : { ...rest, lane, seq },
  }
}

/** The rows without a leaf, by lane and position, in batches. */
export async function* readUnsealed(db: Reader): AsyncGenerator<readonly TrailRow[]> {
  let after: Pick<TrailRow, 'lane' | 'seq'> | undefined
  for (;;) {
    const rows: TrailRow[] = after
      ? await db.$queryRaw<TrailRow[]>`
          select ${trailColumns} from audit_events as e
          where (e.lane, e.seq) > (${after.lane}, ${after.seq})
            and not exists (select from audit_leaves as l where l.lane = e.lane and l.seq = e.seq)
          order by e.lane, e.seq limit ${batchRows}`
      : await db.$queryRaw<TrailRow[]>`
          select ${trailColumns} from audit_events as e
          where not exists (select from audit_leaves as l where l.lane = e.lane and l.seq = e.seq)
          order by e.lane, e.seq limit ${batchRows}`
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (!after || rows.length < batchRows) return
  }
}

export type LaneState = Lane & { readonly mac: string; readonly sealed: bigint }

/** Every lane, with the position of its last sealed row; 0 without one. */
export const readLanes = (db: Reader): Promise<LaneState[]> => db.$queryRaw<LaneState[]>`
  select id, next_seq as "nextSeq", mac,
    coalesce((select max(seq) from audit_leaves as l where l.lane = audit_lanes.id), 0) as sealed
  from audit_lanes order by id`
