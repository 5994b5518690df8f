import type { DatabaseClient } from '../db/client.ts'
import type { AuditKeys } from './audit-keys.ts'
import { createAuditMacs, isMac, leafOf, leafTextOf } from './audit-macs.ts'
import { rowId, type TrailRow } from './audit-record.ts'
import { trailColumns } from './lanes.ts'
import { type Hash, rootOf } from './merkle.ts'
import { proveInclusion, rootByInclusion } from './merkle-proofs.ts'
import { readLatestHead, treeOfLeaves } from './read-tree.ts'
import { exportedHead, isSigned, type SignedTreeHead } from './tree-head.ts'

/**
 * Proves that a row is in the tree of a signed head, to somebody without the database and the instance's keys: the path
 * leads from the hash of 0x00 and `leaf` to the root of `head` (RFC 9162, section 2.1.3.2).
 */
export type RowProof = {
  readonly version: 1
  /** A JSON list: lane, number, time in milliseconds, actor, source, action, subject, detail, previous hash, MAC. */
  readonly leaf: string
  /** The place of the leaf in the tree, from 0. */
  readonly place: string
  readonly path: readonly Hash[]
  readonly head: SignedTreeHead
}

export type ProvedRow =
  | { readonly kind: 'proved'; readonly proof: RowProof }
  | { readonly kind: 'unknown' }
  /** The row is not sealed yet. */
  | { readonly kind: 'unsealed' }
  | { readonly kind: 'altered' }

/** The ID of the newest row in the tree. `undefined`: no row is sealed. */
export async function newestSealedRow(db: Pick<DatabaseClient, 'auditLeaf'>): Promise<string | undefined> {
  const leaf = await db.auditLeaf.findFirst({ orderBy: { place: 'desc' } })
  return leaf ? rowId(leaf) : undefined
}

/** Proves that a row, such as `lane-12`, is in the tree of the latest head. Reads one snapshot. */
export function proveRow(db: DatabaseClient, keys: AuditKeys, id: string): Promise<ProvedRow> {
  const [, lane = '', seq = ''] = /^(.{1,100})-([1-9]\d{0,15})$/.exec(id) ?? []
  return db.$transaction(
    async (tx): Promise<ProvedRow> => {
      if (lane === '') return { kind: 'unknown' }
      const [row] = await tx.$queryRaw<TrailRow[]>`
        select ${trailColumns} from audit_events as e where e.lane = ${lane} and e.seq = ${BigInt(seq)}`
      const leaf = await tx.auditLeaf.findFirst({ where: { lane, seq: BigInt(seq) } })
      if (!row && !leaf) return { kind: 'unknown' }
      if (!leaf) return { kind: 'unsealed' }
      const stored = await readLatestHead(tx)
      const isSound = isMac(leaf.mac, createAuditMacs(keys.rows).leaf(leaf))
      if (!row || !stored || !isSound || leafOf(row) !== leaf.hash) return { kind: 'altered' }
      const { head, signature } = stored
      const rangeRoot = async (from: number, to: number) => rootOf(await treeOfLeaves(tx, BigInt(from), BigInt(to)))
      const [place, size] = [Number(leaf.place), Number(head.size)]
      const path = await proveInclusion(place, size, rangeRoot)
      const isProved =
        isSigned(keys.verifying, head, signature) && rootByInclusion(leaf.hash, place, size, path) === head.root
      if (!isProved) return { kind: 'altered' }
      const proof = { version: 1, leaf: leafTextOf(row), place: String(place), path } as const
      return { kind: 'proved', proof: { ...proof, head: exportedHead(keys, head, signature) } }
    },
    { isolationLevel: 'RepeatableRead', timeout: 120_000 },
  )
}
