import * as z from 'zod'
import type { Statements } from '../db/statements.ts'
import type { AuditKeys } from './audit-macs.ts'
import { appendLeaves, type CompactTree, emptyRoot, emptyTree, type Hash, isWhole, rootOf } from './merkle.ts'
import { inBatches } from './read-trail.ts'
import { isSigned, type TreeHead } from './tree-head.ts'

type Reader = Pick<Statements, '$queryRaw'>

export type StoredHead = { readonly head: TreeHead; readonly signature: string }

type StoredTree =
  | { readonly ok: true; readonly tree: CompactTree; readonly head: StoredHead | undefined }
  | { readonly ok: false; readonly sentence: string }

/** The latest head in the database, whoever signed it. */
export async function readLatestHead(db: Reader): Promise<StoredHead | undefined> {
  const [row] = await db.$queryRaw<(TreeHead & { readonly signature: string })[]>`
    select size, at, root, signature from audit_tree_heads order by size desc limit 1`
  if (!row) return undefined
  const { signature, ...head } = row
  return { head, signature }
}

/**
 * The tree of the latest signed head, to extend. Recomputes a changed frontier from the leaves, so that only changed
 * leaves or heads stop the sealing.
 */
export async function readTree(db: Reader, keys: Pick<AuditKeys, 'verifying'>): Promise<StoredTree> {
  const latest = await readLatestHead(db)
  const [row] = await db.$queryRaw<{ last: bigint | null; frontier: unknown }[]>`
    select (select max(place) from audit_leaves) as last, frontier
    from (select 1 as id) as one left join audit_tree using (id)`
  const count = (row?.last ?? -1n) + 1n
  const size = latest?.head.size ?? 0n
  if (latest && !isSigned(keys.verifying, latest.head, latest.signature)) {
    return { ok: false, sentence: `the tree head of ${size} rows has a wrong signature: it was edited or inserted` }
  }
  if (count !== size) {
    return { ok: false, sentence: `the tree has ${count} leaves, but its latest head covers ${size}` }
  }
  const root = latest?.head.root ?? emptyRoot
  const kept = { size: Number(size), frontier: Frontier.parse(row?.frontier) }
  if (isWhole(kept) && rootOf(kept) === root) return { ok: true, tree: kept, head: latest }
  const made = await treeOfLeaves(db)
  if (rootOf(made) === root) return { ok: true, tree: made, head: latest }
  return { ok: false, sentence: `the leaves of the tree do not lead to its latest head of ${size} rows` }
}

/** A changed one is as none. */
const Frontier = z.array(z.string().regex(/^[0-9a-f]{64}$/)).catch([])

const batchLeaves = 10_000

/** The tree of the stored leaf hashes. */
async function treeOfLeaves(db: Reader): Promise<CompactTree> {
  const batches = inBatches<{ readonly place: bigint; readonly hash: Hash }>(
    (after) => db.$queryRaw`
      select place, hash from audit_leaves where place > ${after?.place ?? -1n} order by place limit ${batchLeaves}`,
  )
  let tree: CompactTree = emptyTree
  for await (const rows of batches) {
    tree = appendLeaves(
      tree,
      rows.map(({ hash }) => hash),
    )
  }
  return tree
}
