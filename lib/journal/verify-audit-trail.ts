import type { DatabaseClient } from '../db/client.ts'
import { chainStart, openedAction } from './audit-chain.ts'
import { readAuditHead } from './audit-head.ts'
import { checkHead, checkRowsAfter } from './check-audit-trail.ts'
import type { AuditKeys } from './open-audit-trail.ts'

export type AuditVerdict = {
  /** What is not as it was written, a sentence each. None: the trail holds. */
  readonly problems: readonly string[]
  /** How many rows it has, and how many of them are of before there was a key. */
  readonly rows: number
  readonly unkeyed: number
  /** The last row that this data folder saw. */
  readonly seen: bigint | undefined
  /** Where an instance began to follow the trail: a data folder that is new to it, or whose head file was removed. */
  readonly opened: readonly bigint[]
}

/** Checks the whole trail, and that it is as long as the head file says. Writes nothing. */
export async function verifyAuditTrail(db: DatabaseClient, keys: AuditKeys, headPath: string): Promise<AuditVerdict> {
  const known = await readAuditHead(keys.head, headPath)
  // First: what is appended meanwhile does no harm.
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
    missing: rows === 0 ? [] : [`${headPath} is missing: whether rows were removed at the end is not known`],
    changed: [`${headPath} is not what this instance wrote`],
  }
  return {
    problems: [...(check.ok ? [] : [check.finding.sentence]), ...(lost ? [lost.sentence] : []), ...head[known.kind]],
    rows,
    unkeyed: check.ok ? check.end.unkeyed : 0,
    seen: known.kind === 'known' ? known.head.row : undefined,
    opened: opened.map(({ id }) => id),
  }
}
