import type { Prisma } from '../db/generated/client.ts'
import { type AuditRecord, firstPrevHash, keyedHash } from './audit-row.ts'

/** The audit trail, as those write to it whose changes it records. */
export type AuditTrail = {
  /**
   * Appends a row inside the caller's transaction, so that the row stands exactly when the change does. Call it last: until the
   * transaction ends, other writers of the trail wait.
   */
  record(tx: Prisma.TransactionClient, record: AuditRecord): Promise<void>
}

/** One writer at a time, over all processes on this database. */
const chainLock = 7_201_940_311n

/** `recorded` hears of each row, before it is committed. */
export function createAuditTrail(key: Uint8Array, recorded: () => void = () => {}): AuditTrail {
  return {
    async record(tx, record) {
      await tx.$executeRaw`select pg_advisory_xact_lock(${chainLock})`
      const last = await tx.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true, hash: true } })
      const row = { ...record, id: (last?.id ?? 0n) + 1n, prevHash: last?.hash ?? firstPrevHash }
      await tx.auditEvent.create({ data: { ...row, hash: keyedHash(key, row) }, select: { id: true } })
      recorded()
    },
  }
}
