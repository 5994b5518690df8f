import type { DatabaseClient } from '../db/client.ts'
import type { Statements } from '../db/statements.ts'
import { type AuditKeys, createAuditMacs, leafOf } from './audit-macs.ts'
import type { TrailRow } from './audit-record.ts'
import { type AuditFinding, checkTailRows, createFindings } from './check-rows.ts'
import { trailColumns } from './lanes.ts'
import { appendLeaves, type CompactTree, rootOf } from './merkle.ts'
import { readLanes } from './read-trail.ts'
import { readTree, type StoredHead } from './read-tree.ts'
import { signHead, type TreeHead } from './tree-head.ts'

/** Lets one process at a time seal. Writers of rows do not take this lock. */
const sealLock = 7_201_940_311n
/** Rows per transaction. */
const maxRows = 5000
const answerMs = 120_000

type Sealed =
  /** `head`: the latest head, new or not; undefined for an empty tree. `isWhole`: no rows remain to be sealed. */
  | {
      readonly kind: 'sealed'
      readonly head: StoredHead | undefined
      readonly isWhole: boolean
      readonly findings: readonly AuditFinding[]
    }
  /** Another process is sealing. */
  | { readonly kind: 'busy' }
  /** The tree no longer matches its signed head, so it must not be extended. */
  | { readonly kind: 'stopped'; readonly sentence: string }

type SealPorts = { readonly db: DatabaseClient; readonly keys: AuditKeys; readonly now: () => number }

/**
 * Adds the next rows without a leaf to the tree, in order, and signs the new head, in one transaction. Altered rows are
 * sealed too, so that they do not block other rows. Every check still reports them.
 */
export function sealRows({ db, keys, now }: SealPorts): Promise<Sealed> {
  const macs = createAuditMacs(keys.rows)
  return db.sqlTransaction(async (tx): Promise<Sealed> => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${sealLock}) as taken`
    if (lock?.taken !== true) return { kind: 'busy' }
    const stored = await readTree(tx, keys)
    if (!stored.ok) return { kind: 'stopped', sentence: stored.sentence }
    const { tree, head: before } = stored
    const findings = createFindings()
    // Reads rows before lanes: a lane that opens in between is then known, and its rows are sealed next time.
    const unsealed = await readNext(tx)
    const lanes = await readLanes(tx)
    const rows = inOrder(unsealed)
    const ports = { macs, findings, isFromStart: true }
    const ends = new Map(lanes.map(({ id, sealed }) => [id, sealed]))
    checkTailRows(ports, unsealed, ends, new Map(lanes.map((lane) => [lane.id, lane])))
    const head = rows.length === 0 ? before : await extend(tx, { tree, rows })
    return { kind: 'sealed', head, isWhole: rows.length < maxRows, findings: findings.list }
  }, answerMs)

  async function extend(
    tx: Statements,
    { tree, rows }: { readonly tree: CompactTree; readonly rows: readonly TrailRow[] },
  ): Promise<StoredHead> {
    const leaves = rows.map((row, index) => {
      const leaf = { place: BigInt(tree.size + index), lane: row.lane, seq: row.seq, hash: leafOf(row) }
      return { ...leaf, mac: macs.leaf(leaf) }
    })
    const grown = appendLeaves(
      tree,
      leaves.map(({ hash }) => hash),
    )
    const values = leaves.map(({ place, seq, ...rest }) => ({ ...rest, place: String(place), seq: String(seq) }))
    await tx.$executeRaw`
      insert into audit_leaves (place, lane, seq, hash, mac)
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as l(place bigint, lane text, seq bigint, hash text, mac text)`
    // Deletes rows that somebody inserted into `audit_tree`. Otherwise every check would report them.
    await tx.$executeRaw`
      with planted as (delete from audit_tree where id <> 1)
      insert into audit_tree (id, size, frontier) values (1, ${grown.size}, ${JSON.stringify(grown.frontier)}::jsonb)
      on conflict (id) do update set size = excluded.size, frontier = excluded.frontier`
    const head: TreeHead = { size: BigInt(grown.size), root: rootOf(grown), at: new Date(now()) }
    const signature = signHead(keys.signing, head)
    await tx.$executeRaw`
      insert into audit_tree_heads (size, at, root, signature) values (${head.size}, ${head.at}, ${head.root}, ${signature})`
    return { head, signature }
  }
}

/**
 * The next rows without a leaf in each lane, by lane and position. A row beyond its lane's counter was inserted by
 * somebody else. It gets no leaf, so that it blocks no rows of the lane.
 */
function readNext(tx: Statements): Promise<TrailRow[]> {
  return tx.$queryRaw<TrailRow[]>`
    select ${trailColumns}
    from audit_lanes as n
    cross join lateral (
      select * from audit_events as r
      where r.lane = n.id and r.seq < n.next_seq
        and r.seq > coalesce((select max(seq) from audit_leaves as l where l.lane = n.id), 0)
      order by r.seq limit ${maxRows}
    ) as e
    order by e.lane, e.seq`
}

/** Orders rows by time, without changing the order within a lane. Returns at most `maxRows`. */
function inOrder(rows: readonly TrailRow[]): readonly TrailRow[] {
  const lanes = [...Map.groupBy(rows, ({ lane }) => lane).values()]
  // The sort key of a row is the latest time of itself and all earlier rows of its lane.
  const timed = lanes.flatMap((lane) => {
    let latest = 0
    return lane.map((row) => {
      latest = Math.max(latest, Number(row.atMs))
      return { row, latest }
    })
  })
  timed.sort((a, b) => a.latest - b.latest)
  return timed.slice(0, maxRows).map(({ row }) => row)
}
