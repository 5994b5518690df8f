import { Prisma } from '../db/generated/client.ts'
import type { Statements } from '../db/statements.ts'
import type { Leaf } from './audit-macs.ts'
import type { TrailRow } from './audit-record.ts'
import { type Lane, trailColumns } from './lanes.ts'

type Reader = Pick<Statements, '$queryRaw'>

/** Rows per read. */
const batchRows = 2000

/** A leaf and its row. Undefined: the row was removed. */
export type SealedRow = { readonly leaf: Leaf & { readonly mac: string }; readonly row: TrailRow | undefined }

/** `lane` is null if the row was removed. */
type SealedRead = (TrailRow | { readonly lane: null }) & {
  readonly place: bigint
  readonly leafLane: string
  readonly leafSeq: bigint
  readonly hash: string
  readonly leafMac: string
}

/** The leaves from `place` on with their rows, in order, in batches. */
export async function* readSealed(db: Reader, place: bigint): AsyncGenerator<readonly SealedRow[]> {
  const batches = inBatches<SealedRead>(
    (after) => db.$queryRaw`
      select l.place, l.lane as "leafLane", l.seq as "leafSeq", l.hash, l.mac as "leafMac", ${trailColumns}
      from audit_leaves as l left join audit_events as e on e.lane = l.lane and e.seq = l.seq
      where l.place > ${after?.place ?? place - 1n} order by l.place limit ${batchRows}`,
  )
  for await (const rows of batches) yield rows.map(sealedRow)
}

function sealedRow({ place, leafLane, leafSeq, hash, leafMac, ...row }: SealedRead): SealedRow {
  return {
    leaf: { place, lane: leafLane, seq: leafSeq, hash, mac: leafMac },
    row: row.lane === null ? undefined : row,
  }
}

/** The rows without a leaf, by lane and position, in batches. */
export const readUnsealed = (db: Reader): AsyncGenerator<readonly TrailRow[]> =>
  inBatches<TrailRow>(
    (after) => db.$queryRaw`
      select ${trailColumns} from audit_events as e
      where not exists (select from audit_leaves as l where l.lane = e.lane and l.seq = e.seq)
        ${after ? Prisma.sql`and (e.lane, e.seq) > (${after.lane}, ${after.seq})` : Prisma.empty}
      order by e.lane, e.seq limit ${batchRows}`,
  )

export type LaneState = Lane & { readonly mac: string; readonly sealed: bigint }

/** Every lane, with the position of its last sealed row; 0 without one. */
export const readLanes = (db: Reader): Promise<LaneState[]> => db.$queryRaw<LaneState[]>`
  select id, next_seq as "nextSeq", mac,
    coalesce((select max(seq) from audit_leaves as l where l.lane = audit_lanes.id), 0) as sealed
  from audit_lanes order by id`

/** Yields what `read` returns for the last row of the batch before, until it returns no more rows. */
export async function* inBatches<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) yield rows
}
