import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '#runner/canonical-json.ts'
import type { Source } from '#runner/contract/principal.ts'
import type { Prisma } from '../db/generated/client.ts'

/** What happened, as the trail keeps it. `detail` is never secret. */
export type AuditRecord = {
  readonly at: Date
  /** Null: the platform itself. */
  readonly actorUserId: string | null
  readonly actorSource: Source
  /** `noun.past_tense`, such as `operator.granted`. */
  readonly action: string
  /** The id of what it happened to. */
  readonly subject: string
  readonly detail: { readonly [key: string]: JsonValue }
}

/** What the first row has before it. */
export const firstPrevHash = '0'.repeat(64)

/** One writer at a time, over all processes on this database. */
const chainLock = 7_201_940_311n

/** The hash of a row: over its content and the hash of the row before it. */
export function auditHash(record: AuditRecord, prevHash: string): string {
  const { at, ...rest } = record
  return createHash('sha256')
    .update(canonicalJson({ ...rest, at: at.toISOString(), prevHash }))
    .digest('hex')
}

/**
 * Appends a row to the audit trail inside the caller's transaction, so that the row stands exactly when the change does. Call it last:
 * until the transaction ends, other writers of the trail wait.
 */
export async function recordAudit(tx: Prisma.TransactionClient, record: AuditRecord): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(${chainLock})`
  const last = await tx.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { hash: true } })
  const prevHash = last?.hash ?? firstPrevHash
  await tx.auditEvent.create({
    data: { ...record, detail: record.detail, prevHash, hash: auditHash(record, prevHash) },
  })
}

/** A row as the database gives it back. */
export type AuditRow = AuditRecord & { readonly id: bigint; readonly prevHash: string; readonly hash: string }

/** The id of the first row, in order, that was changed or does not follow the row before it; undefined when the chain holds. */
export function firstBrokenLink(rows: readonly AuditRow[], startHash: string = firstPrevHash): bigint | undefined {
  let expected = startHash
  for (const { id, prevHash, hash, ...row } of rows) {
    const record = {
      at: row.at,
      actorUserId: row.actorUserId,
      actorSource: row.actorSource,
      action: row.action,
      subject: row.subject,
      detail: row.detail,
    }
    if (prevHash !== expected || auditHash(record, prevHash) !== hash) return id
    expected = hash
  }
  return undefined
}
