import type { DatabaseClient } from '#lib/db/client.ts'
import { UserId } from '#runner/contract/ids.ts'
import type { JournalEntry } from '#runner/contract/journal.ts'
import type { ExecutionStore } from '#runner/ports.ts'
import { storable } from './storable.ts'

/** Keeps executions in the database. `instanceId` says which process runs them. */
export function createExecutionStore(db: DatabaseClient, instanceId: string): ExecutionStore {
  return {
    async started({ id, skill, version, digest, input, principal }) {
      await db.execution.create({
        data: {
          id,
          skill,
          version,
          skillDigest: digest,
          action: input.action,
          principalId: principal.id,
          userId: UserId.safeParse(principal.id).success ? principal.id : null,
          source: principal.source,
          trust: principal.trust,
          status: 'running',
          input: storable(input),
          instanceId,
        },
        select: { id: true },
      })
    },
    async finished({ id, output, errorCode, journal, recording, fuelUsed, data }) {
      const update = db.execution.update({
        where: { id },
        data: {
          status: output.status === 'success' ? 'success' : 'error',
          errorCode: errorCode ?? null,
          output: storable(output),
          data: data ?? null,
          ...(recording === undefined ? {} : { replay: storable(recording) }),
          fuelUsed: BigInt(Math.round(fuelUsed)),
          queryTimeMs: output.status === 'success' ? output.metadata.query_time_ms : null,
          finishedAt: new Date(),
        },
        select: { id: true },
      })
      if (journal.length === 0) await update
      else
        await db.$transaction([update, db.journalEntry.createMany({ data: journal.map((entry) => rowOf(id, entry)) })])
    },
  }
}

function rowOf(executionId: string, entry: JournalEntry) {
  return {
    executionId,
    seq: entry.seq,
    op: entry.op,
    args: storable(entry.args),
    argsHash: entry.args_hash ?? null,
    result: storable(entry.result),
    resultHash: entry.result_hash ?? null,
    settled: entry.settled ?? null,
    fuelLeft: BigInt(entry.fuel_left),
    durationMs: entry.duration_ms,
  }
}
