import type { Statements } from '../db/statements.ts'
import type { AuditKeys } from './audit-keys.ts'
import { appendLeaves, type CompactTree, emptyTree, type Hash, isWhole, rootOf } from './merkle.ts'
import { isSigned, type TreeHead } from './tree-head.ts'

type Reader = Pick<Statements, '$queryRaw'>

export type StoredHead = { readonly head: TreeHead; readonly signature: string }

export type StoredTree =
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
  const [row] = await db.$queryRaw<{ last: bigint | null; size: bigint | null; frontier: unknown }[]>`
    select (select max(place) from audit_leaves) as last, size, frontier
    from (select 1 as id) as one left join audit_tree using (id)`
  const count = (row?.last ?? -1n) + 1n
  const size = latest?.head.size ?? 0n
  if (latest && !isSigned(keys.verifying, latest.head, latest.signature)) {
    return { ok: false, sentence: `the tree head of ${size} rows has a wrong signature: it was edited or inserted` }
  }
  if (count !== size) {
    return { ok: false, sentence: `the tree has ${count} leaves, but its latest head covers ${size}` }
  }
  const kept = { size: Number(row?.size ?? 0), frontier: hashesOf(row?.frontier) }
  if (isTreeOf(kept, latest)) return { ok: true, tree: kept, head: latest }
  const made = await treeOfLeaves(db)
  if (isTreeOf(made, latest)) return { ok: true, tree: made, head: latest }
  return { ok: false, sentence: `the leaves of the tree do not lead to its latest head of ${size} rows` }
}

function isTreeOf(tree: CompactTree, latest: StoredHead | undefined): boolean {
  if (!latest) return tree.size === 0 && tree.frontier.length === 0
  return BigInt(tree.size) === latest.head.size && isWhole(tree) && rootOf(tree) === latest.head.root
}

const hashesOf = (value: unknown): Hash[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string' && /^[0-9a-f]{64}$/.test(item)) : []

const batchLeaves = 10_000

/** The tree of the stored leaf hashes. */
async function treeOfLeaves(db: Reader): Promise<CompactTree> {
  let tree: CompactTree = emptyTree
  let place = 0n
  for (;;) {
    const rows = await db.$queryRaw<{ place: bigint; hash: string }[]>`
      select place, hash from audit_leaves where place >= ${place} order by place limit ${batchLeaves}`
    tree = appendLeaves(
      tree,
      rows.map(({ hash }) => hash),
    )
    const last = rows.at(-1)
    if (!last || rows.length < batchLeaves) return tree
    place = last.place + 1n
  }
}
