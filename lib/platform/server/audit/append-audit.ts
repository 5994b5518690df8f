import type { DatabaseClient } from '../db/client.ts'
import { createGroupCommit } from '../db/group-commit.ts'
import type { AuditRecord } from './audit-record.ts'
import type { AppendingTrail } from './audit-trail.ts'

/**
 * Appends a row about an event that changes nothing else in the database. Rows of concurrent callers share a
 * transaction. Resolves when the row is durable.
 */
export type AppendAudit = (record: AuditRecord) => Promise<void>

export const createAppendAudit = (db: DatabaseClient, audit: AppendingTrail): AppendAudit =>
  createGroupCommit<AuditRecord>({
    async write(records) {
      await audit.append(db, records)
      return new Map()
    },
  })
