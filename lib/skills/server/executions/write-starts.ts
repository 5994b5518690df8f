import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Storable } from '#lib/platform/server/db/storable.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { executionFormat } from './execution-format.ts'
import { LostExecution } from './write-ends.ts'

/** A new execution as its row. */
type NewExecution = {
  readonly id: string
  readonly skill: string
  readonly version: string
  readonly skillDigest: string
  readonly action: string
  readonly principalId: string
  readonly actor: string
  readonly userId: string | null
  readonly source: string
  readonly trust: string
  readonly input: Storable
  readonly inputRedacted: boolean
  readonly partOf: string | null
  readonly instanceId: string
  /** Absent: the execution cannot be resumed after the end of its process. */
  readonly durable?: { readonly replay: Storable; readonly seal: string }
}

export type Start = { readonly execution: NewExecution; readonly record: AuditRecord }

type StartPorts = { readonly db: DatabaseClient; readonly audit: AuditTrail }

/**
 * Writes the starts of several executions with their audit rows in one transaction. A pending execution starts only
 * once, and only in the process that claimed it. Resolves with the refused starts.
 */
export function writeStarts({ db, audit }: StartPorts, starts: readonly Start[]): Promise<ReadonlyMap<Start, Error>> {
  const rows = starts.map(({ execution: { durable, ...row } }) => ({
    ...row,
    isDurable: durable !== undefined,
    ...durable,
  }))
  return db.sqlTransaction(async (tx) => {
    // Uses one statement: with many small executions, most of the cost is the number of statements.
    const written = await tx.$queryRaw<{ id: string }[]>`
      with written as (
        insert into executions (
          id, skill, version, skill_digest, action, principal_id, actor, user_id, source, trust, status, input,
          input_redacted, part_of, instance_id, is_durable, replay, seal, format
        )
        select
          id, skill, version, "skillDigest", action, "principalId", actor, "userId", source, trust, 'running', input,
          "inputRedacted", "partOf", "instanceId", "isDurable", replay, seal, ${executionFormat}::int
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
          id text, skill text, version text, "skillDigest" text, action text, "principalId" text, actor text,
          "userId" text, source text, trust text, input jsonb, "inputRedacted" boolean, "partOf" text, "instanceId" text,
          "isDurable" boolean, replay jsonb, seal text
        )
        on conflict (id) do update set
          status = 'running', input = excluded.input, input_redacted = excluded.input_redacted,
          is_durable = excluded.is_durable, replay = excluded.replay, seal = excluded.seal, format = excluded.format
        where executions.status = 'pending' and executions.instance_id = excluded.instance_id
        returning id, skill
      ), began as (
        update script_executions s set began_at = now()
        from written where s.id = written.id and written.skill = ${scriptName}
      )
      select id from written`
    const done = new Set(written.map(({ id }) => id))
    await audit.record(tx, ...starts.flatMap(({ execution, record }) => (done.has(execution.id) ? [record] : [])))
    const refused = starts.filter(({ execution }) => !done.has(execution.id))
    return new Map(refused.map((start) => [start, new LostExecution(start.execution.id)]))
  })
}
