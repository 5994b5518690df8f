import type { DatabaseClient } from '../db/client.ts'
import { createGroupCommit } from '../db/group-commit.ts'
import type { AuditRecord } from './audit-record.ts'
import type { AuditTrail } from './audit-trail.ts'

/**
 * Appends a row about an event that changes nothing else in the database. Rows of concurrent callers share a
 * transaction.
 */
export type AppendAudit = (record: AuditRecord) => Promise<void>

export const createAppendAudit = (db: DatabaseClient, audit: AuditTrail): AppendAudit =>
  createGroupCommit<AuditRecord>({
    write: (records) =>
      db.$transaction(async (tx) => {
        await audit.record(tx, ...records)
        return new Map()
      }),
  })
