import type { DatabaseClient } from '../db/client.ts'
import { chainStart, openedAction } from './audit-chain.ts'
import { readAuditHead } from './audit-head.ts'
import { checkHead, checkRowsAfter } from './check-audit-trail.ts'
import type { AuditKeys } from './open-audit-trail.ts'

export type AuditVerdict = {
  /** The problems found, one sentence each. Empty: the trail is intact. */
  readonly problems: readonly string[]
  /** Total number of rows, and how many of them are unkeyed. */
  readonly rows: number
  readonly unkeyed: number
  /** The last row in the head file. */
  readonly seen: bigint | undefined
  /**
   * The rows at which an instance started to follow the trail: with a new data folder, or after its head file was
   * removed.
   */
  readonly opened: readonly bigint[]
}

/** Checks the whole trail and its length by the head file. Writes nothing. */
export async function verifyAuditTrail(db: DatabaseClient, keys: AuditKeys, headPath: string): Promise<AuditVerdict> {
  const known = await readAuditHead(keys.head, headPath)
  // Checked first: rows appended meanwhile do no harm.
  const lost = known.kind === 'known' ? await checkHead({ db }, known.head) : undefined
  const check = await checkRowsAfter({ db, key: keys.rows }, chainStart)
  const rows = await db.auditEvent.count()
  const opened = await db.auditEvent.findMany({
    where: { action: openedAction },
    orderBy: { id: 'asc' },
    select: { id: true },
  })
  const head = {
    known: [],
    missing: rows === 0 ? [] : [`${headPath} is missing: rows may have been removed at the end`],
    changed: [`${headPath} was not written by this instance`],
  }
  return {
    problems: [...(check.ok ? [] : [check.finding.sentence]), ...(lost ? [lost.sentence] : []), ...head[known.kind]],
    rows,
    unkeyed: check.ok ? check.end.unkeyed : 0,
    seen: known.kind === 'known' ? known.head.row : undefined,
    opened: opened.map(({ id }) => id),
  }
}
