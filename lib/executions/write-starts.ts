import type { AuditRecord } from '#lib/audit/audit-record.ts'
import type { AuditTrail } from '#lib/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/db/client.ts'
import type { Storable } from './storable.ts'

/** A new execution as its row. */
type NewExecution = {
  readonly id: string
  readonly skill: string
  readonly version: string
  readonly skillDigest: string
  readonly action: string
  readonly principalId: string
  readonly userId: string | null
  readonly source: string
  readonly trust: string
  readonly input: Storable
  readonly inputRedacted: boolean
  readonly instanceId: string
  /** Absent: it ends with its process. */
  readonly durable?: { readonly replay: Storable; readonly seal: string }
}

export type Start = { readonly execution: NewExecution; readonly record: AuditRecord }

type StartPorts = { readonly db: DatabaseClient; readonly audit: AuditTrail }

/** Writes the starts of several executions with their audit rows in one transaction. */
export function writeStarts({ db, audit }: StartPorts, starts: readonly Start[]): Promise<ReadonlyMap<Start, Error>> {
  const rows = starts.map(({ execution: { durable, ...row } }) => ({
    ...row,
    isDurable: durable !== undefined,
    ...durable,
  }))
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`
      insert into executions (
        id, skill, version, skill_digest, action, principal_id, user_id, source, trust, status, input, input_redacted,
        instance_id, is_durable, replay, seal
      )
      select
        id, skill, version, "skillDigest", action, "principalId", "userId", source, trust, 'running', input,
        "inputRedacted", "instanceId", "isDurable", replay, seal
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id text, skill text, version text, "skillDigest" text, action text, "principalId" text, "userId" text,
        source text, trust text, input jsonb, "inputRedacted" boolean, "instanceId" text, "isDurable" boolean,
        replay jsonb, seal text
      )`
    await audit.record(tx, ...starts.map(({ record }) => record))
    return new Map()
  })
}
