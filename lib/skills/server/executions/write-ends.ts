import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Storable } from '#lib/platform/server/db/storable.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import type { JournalEntry } from '#runner/contract/journal.ts'
import type { Log } from '#runner/core/ports.ts'
import { type MessageRow, noteMessages } from '../messages/note-messages.ts'
import type { RecordEnd } from './record-seals.ts'
import { addedUsage, type Usage } from './usage.ts'

/** The end of an execution whose journal and output are small. */
export type SmallEnd = {
  readonly id: ExecutionId
  readonly end: RecordEnd
  /** Of results that are in the answer store. */
  readonly resultsHash: string | null
  readonly replay: Storable | undefined
  readonly seal: string | null
  readonly journal: readonly (JournalEntry & { readonly mac: string })[]
  readonly finishedAt: Date
  readonly record: AuditRecord
  /** The execution's messages to the operator. */
  readonly messages: readonly MessageRow[]
  readonly usage: Usage
  /** For scripts only: how long the code ran. */
  readonly executionMs?: number | undefined
}

type EndPorts = { readonly db: DatabaseClient; readonly instanceId: string; readonly audit: AuditTrail }

/**
 * Writes the ends of several executions with their journals and audit rows in one transaction. Resolves with the
 * refused ends: those of executions that have already ended or belong to another process. A deleted execution still
 * gets its audit row.
 */
export function writeEnds(
  { db, instanceId, audit }: EndPorts,
  ends: readonly SmallEnd[],
): Promise<ReadonlyMap<SmallEnd, Error>> {
  return db.sqlTransaction(async (tx) => {
    const journal = ends.flatMap(({ id, journal: entries }) => entries.map((entry) => journalRow(id, entry)))
    // Uses one statement: with many small executions, most of the cost is the number of statements.
    const written = await tx.$queryRaw<{ id: string }[]>`
      with written as (
        update executions as e set
          status = r.status::execution_status, error_code = r."errorCode", output = r.output, results_hash = r."resultsHash",
          data = r.data::data_label,
          replay = r.replay, seal = r.seal, fuel_used = r."fuelUsed", query_time_ms = r."queryTimeMs",
          finished_at = r."finishedAt"
        from json_to_recordset(${JSON.stringify(ends.map(endRow))}::json) as r(
          id text, status text, "errorCode" text, output json, "resultsHash" text, data text, replay jsonb, seal text, "fuelUsed" bigint,
          "queryTimeMs" int, "finishedAt" timestamptz
        )
        where e.id = r.id and e.instance_id = ${instanceId} and e.status = 'running'
        returning e.id
      ), journal as (
        insert into journal_entries
          (execution_id, seq, op, args, args_hash, result, result_hash, settled, fuel_left, began_ms, duration_ms, mac)
        select j.id, j.seq, j.op, j.args, j.args_hash, j.result, j.result_hash, j.settled, j.fuel_left, j.began_ms, j.duration_ms, j.mac
        from written join json_to_recordset(${JSON.stringify(journal)}::json) as j(
          id text, seq int, op text, args json, args_hash text, result json, result_hash text, settled int,
          fuel_left bigint, began_ms float8, duration_ms float8, mac text
        ) on j.id = written.id
        on conflict (execution_id, seq) do nothing
      ), times as (
        ${addedTimes(ends)}
      ), usage as (
        ${addedUsage(
          ends.map(({ usage }) => usage),
          Prisma.sql`r.id in (select id from written)`,
        )}
      )
      select id from written`
    const done = new Set(written.map(({ id }) => id))
    const others = ends.filter(({ id }) => !done.has(id))
    const refused = new Map<SmallEnd, Error>()
    if (others.length > 0) {
      const asked = others.map(({ id }) => id)
      const found = await tx.$queryRaw<{ id: string }[]>`select id from executions where id = any(${asked})`
      const kept = new Set(found.map(({ id }) => id))
      for (const end of others) if (kept.has(end.id)) refused.set(end, new LostExecution(end.id))
    }
    const ours = ends.filter((end) => !refused.has(end))
    const noted = await noteMessages(
      tx,
      ours.flatMap(({ messages }) => messages),
    )
    await audit.record(tx, ...ours.map(({ record }) => record), ...noted)
    return refused
  })
}

/** Adds the time of the last leg to each script execution. */
export async function addExecutionTimes(
  tx: Pick<DatabaseClient, '$executeRaw'>,
  ends: readonly Pick<SmallEnd, 'id' | 'executionMs'>[],
): Promise<void> {
  await tx.$executeRaw(addedTimes(ends))
}

function addedTimes(ends: readonly Pick<SmallEnd, 'id' | 'executionMs'>[]): Prisma.Sql {
  const times = ends.flatMap(({ id, executionMs: ms }) => (ms === undefined ? [] : [{ id, ms }]))
  return Prisma.sql`
    update script_executions s set execution_ms = s.execution_ms + r.ms, llm_deadline = null
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as r(id text, ms int)
    where s.id = r.id`
}

/** Logs why an execution failed here. Returns whether it is a failure: an execution that was lost is none. */
export function logFailure(log: Log, execution: string, cause: unknown): boolean {
  const isFailure = !(cause instanceof LostExecution)
  if (isFailure) log.error('an execution failed', { execution, cause })
  else log.info('an execution goes on elsewhere or has ended', { execution })
  return isFailure
}

/** This process may no longer write to the execution: somebody cancelled it, or another process took it over. */
export class LostExecution extends Error {
  constructor(id: string) {
    super(`The execution ${id} has ended or now belongs to another process`)
  }
}

function endRow({ id, end, resultsHash, replay, seal, finishedAt }: SmallEnd) {
  return { id, ...end, resultsHash, replay: replay ?? null, seal, finishedAt: finishedAt.toISOString() }
}

const journalRow = (id: string, { args, ...entry }: JournalEntry & { readonly mac: string }) => ({
  id,
  ...entry,
  args: Object(args),
})

/** A journal entry as the database stores it. */
export function rowOf(executionId: string, entry: JournalEntry & { readonly mac: string }) {
  return {
    executionId,
    seq: entry.seq,
    op: entry.op,
    args: Object(entry.args),
    argsHash: entry.args_hash ?? null,
    result: Object(entry.result),
    resultHash: entry.result_hash ?? null,
    settled: entry.settled ?? null,
    fuelLeft: BigInt(entry.fuel_left),
    beganMs: entry.began_ms ?? null,
    durationMs: entry.duration_ms,
    mac: entry.mac,
  }
}
