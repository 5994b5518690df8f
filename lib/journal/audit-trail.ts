import type { Prisma } from '../db/generated/client.ts'
import { storable } from '../executions/storable.ts'
import { type AuditRecord, type AuditRow, firstPrevHash, hasKeyedHash, keyedHash } from './audit-row.ts'
import { readAuditRows } from './read-audit-rows.ts'

/** The audit trail's interface for the code whose changes it records. */
export type AuditTrail = {
  /**
   * Appends a row in the caller's transaction, so that row and change commit together. Call it last: until the
   * transaction ends, other writers of the trail wait.
   */
  record(tx: Prisma.TransactionClient, record: AuditRecord): Promise<void>
}

/** Allows one writer at a time across all processes on this database. */
const chainLock = 7_201_940_311n

/** `recorded` is called for each row before its commit. */
export function createAuditTrail(key: Uint8Array, recorded: () => void = () => {}): AuditTrail {
  return {
    async record(tx, record) {
      await tx.$executeRaw`select pg_advisory_xact_lock(${chainLock})`
      const place = await nextPlace(tx, key)
      const [subject, detail] = [storable(record.subject), storable(record.detail)]
      const row = { ...record, subject: String(subject), detail: Object(detail), ...place }
      await tx.auditEvent.create({ data: { ...row, hash: keyedHash(key, row) }, select: { id: true } })
      recorded()
    },
  }
}

/** Number of rows to search for the last authentic one, when invalid rows follow it. */
const mostPlanted = 1000

/** Appends after the last row with this key, so that forged rows behind it block no new row. */
async function nextPlace(tx: Prisma.TransactionClient, key: Uint8Array): Promise<Pick<AuditRow, 'id' | 'prevHash'>> {
  const [last] = await readAuditRows(tx, { from: 'last', count: 1 })
  if (!last) return { id: 1n, prevHash: firstPrevHash }
  if (hasKeyedHash(key, last)) return { id: last.id + 1n, prevHash: last.hash }
  const rows = await readAuditRows(tx, { from: 'last', count: mostPlanted })
  const before = rows.find((row) => hasKeyedHash(key, row)) ?? last
  const taken = new Set(rows.map((row) => row.id))
  let id = before.id + 1n
  while (taken.has(id)) id += 1n
  return { id, prevHash: before.hash }
}
