import type { Clock, Log, RandomBytes } from '#runner/core/ports.ts'
import type { AuditTrail } from './audit/audit-trail.ts'
import type { DatabaseClient } from './db/client.ts'

/** What most operations need. Each picks its own, so that a test passes no more. */
export type PlatformPorts = {
  readonly db: DatabaseClient
  readonly audit: AuditTrail
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
}
