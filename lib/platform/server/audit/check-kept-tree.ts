import { isDeepStrictEqual } from 'node:util'
import type { DatabaseClient } from '../db/client.ts'
import type { Findings } from './findings.ts'
import type { CompactTree } from './merkle.ts'

/**
 * Compares the stored tree, from which the next sealing continues, with the tree of the leaves. A wrong tree is
 * harmless, because the sealing then recomputes it from the leaves, but it shows that somebody changed the database.
 */
export async function checkKeptTree(
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
