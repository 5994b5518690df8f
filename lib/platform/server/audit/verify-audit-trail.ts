import { isDeepStrictEqual } from 'node:util'
import type { DatabaseClient } from '../db/client.ts'
import type { Prisma } from '../db/generated/client.ts'
import { type AuditKeys, createAuditMacs } from './audit-macs.ts'
import { openedAction, rowId } from './audit-record.ts'
import { createHeadCheck, readStoredHeads } from './check-heads.ts'
import {
  type AuditFinding,
  checkLaneEnds,
  checkSealedRows,
  checkTailRows,
  createFindings,
  type Findings,
  type LaneEnds,
} from './check-rows.ts'
import type { KnownHead } from './head-file.ts'
import type { CompactTree } from './merkle.ts'
import { readLanes, readSealed, readUnsealed } from './read-trail.ts'
import type { TreeHead } from './tree-head.ts'

export type AuditVerdict = {
  /** Empty if the trail is intact. */
  readonly findings: readonly AuditFinding[]
  /** Numbers of rows: all, and those in the tree. */
  readonly rows: number
  readonly sealed: number
  /** The newest head from the file. */
  readonly known: TreeHead | undefined
  /** The rows at which an instance started a head file: with a new data folder, or after the file was removed. */
  readonly opened: readonly string[]
}

/** The heads in a file. `name`: the file's name, for messages. */
type HeadsOfFile = { readonly name: string; readonly known: readonly KnownHead[] }

const transactionLimits = { isolationLevel: 'RepeatableRead', timeout: 6 * 60 * 60 * 1000, maxWait: 30_000 } as const

/**
 * Checks every row, sealed or not, every tree head, and the trail's length against the heads from a file. Reads batches
 * from one snapshot, so that concurrent appends do not disturb the check. Writes nothing.
 */
export const verifyAuditTrail = (db: DatabaseClient, keys: AuditKeys, heads: HeadsOfFile): Promise<AuditVerdict> =>
  db.$transaction((tx) => verifyIn(tx, keys, heads), transactionLimits)

/** `verifyAuditTrail` in the caller's transaction. */
export async function verifyIn(
  tx: Prisma.TransactionClient,
  keys: AuditKeys,
  heads: HeadsOfFile,
): Promise<AuditVerdict> {
  const findings = createFindings()
  const macs = createAuditMacs(keys.rows)
  const trees = heads.known
    .flatMap((known) => (known.kind === 'tree' ? [known.head] : []))
    .toSorted((a, b) => Number(a.size - b.size))

  const lanes = await readLanes(tx)
  const ports = { macs, findings, isFromStart: true }
  const ends: LaneEnds = new Map()
  const named = trees.map((head) => ({ head, name: heads.name }))
  const treeCheck = createHeadCheck(readStoredHeads(tx, keys, findings), named, findings)

  let sealed = 0n
  for await (const batch of readSealed(tx, 0n)) {
    sealed = checkSealedRows(ports, batch, sealed, ends)
    await treeCheck.append(batch.map(({ leaf }) => leaf.hash))
  }
  await treeCheck.end()
  await checkKeptTree(tx, treeCheck.tree, findings)

  const byId = new Map(lanes.map((lane) => [lane.id, lane]))
  let unsealed = 0
  for await (const rows of readUnsealed(tx)) {
    unsealed += rows.length
    checkTailRows(ports, rows, ends, byId)
  }
  checkLaneEnds(ports, lanes, ends)

  for (const known of heads.known) {
    if (known.kind === 'changed') {
      const place = known.line === undefined ? heads.name : `line ${known.line} of ${heads.name}`
      findings.add(
        'head',
        undefined,
        `${place} is not a head that this instance signed: it was edited, or is another's`,
      )
    }
    if (known.kind === 'missing' && treeCheck.tree.size + unsealed > 0) {
      findings.add('head', undefined, `${heads.name} is missing: rows may have been removed at the end`)
    }
  }
  const opened = await tx.auditEvent.findMany({
    where: { action: openedAction },
    orderBy: [{ at: 'asc' }, { lane: 'asc' }, { seq: 'asc' }],
    select: { lane: true, seq: true },
  })
  return {
    findings: findings.list,
    rows: await tx.auditEvent.count(),
    sealed: treeCheck.tree.size,
    known: trees.at(-1),
    opened: opened.map(rowId),
  }
}

/**
 * Compares the stored tree, from which the next sealing continues, with the tree of the leaves. A wrong tree is
 * harmless, because the sealing then recomputes it from the leaves, but it shows that somebody changed the database.
 */
async function checkKeptTree(
  db: Pick<DatabaseClient, 'auditTree'>,
  tree: CompactTree,
  findings: Findings,
): Promise<void> {
  const rows = await db.auditTree.findMany({ orderBy: { id: 'asc' } })
  const expected = tree.size === 0 ? [] : [{ id: 1, size: BigInt(tree.size), frontier: [...tree.frontier] }]
  if (isDeepStrictEqual(rows, expected)) return
  const what = rows.length < expected.length ? 'removed' : 'edited'
  findings.add(what, undefined, `the table audit_tree was ${what}: it does not hold the tree of ${tree.size} leaves`)
}
