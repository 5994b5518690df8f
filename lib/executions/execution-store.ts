import type { DatabaseClient } from '#lib/db/client.ts'
import { type ExecutionId, UserId } from '#runner/contract/ids.ts'
import type { JournalEntry } from '#runner/contract/journal.ts'
import type { ExecutionStore, JournalStore } from '#runner/ports.ts'
import { dropSealedInputs } from './sealed-inputs.ts'
import { cleaned, largePieces, storable } from './storable.ts'

/** A large output takes the database a while. */
const transactionLimits = { timeout: 60_000 }

/** Keeps executions in the database. `instanceId` says which process runs them: no other writes to them. */
export function createExecutionStore(db: DatabaseClient, instanceId: string): ExecutionStore & JournalStore {
  const isOurs = (id: ExecutionId) => ({ id, instanceId, status: 'running' as const })
  const lost = (id: ExecutionId) => new Error(`The execution ${id} has ended or is another process's by now`)

  return {
    async started({ id, skill, version, digest, input, inputRedacted, principal, durable }) {
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
          inputRedacted,
          instanceId,
          ...(durable === undefined ? {} : { isDurable: true, replay: storable(durable) }),
        },
        select: { id: true },
      })
    },

    async append(id, entries) {
      // The share lock keeps another process from taking the execution between the check and the rows.
      const rows = JSON.stringify(entries.map(storable))
      const written = await db.$executeRaw`
        insert into journal_entries
          (execution_id, seq, op, args, args_hash, result, result_hash, settled, fuel_left, duration_ms)
        select e.id, j.seq, j.op, j.args, j.args_hash, j.result, j.result_hash, j.settled, j.fuel_left, j.duration_ms
        from (
          select id from executions
          where id = ${id} and instance_id = ${instanceId} and status = 'running' and is_durable
          for share
        ) as e,
        jsonb_to_recordset(${rows}::jsonb) as j(
          seq int, op text, args jsonb, args_hash text, result jsonb, result_hash text, settled int,
          fuel_left bigint, duration_ms float8
        )
        on conflict (execution_id, seq) do update set
          result = excluded.result, result_hash = excluded.result_hash, settled = excluded.settled,
          duration_ms = excluded.duration_ms`
      if (written !== entries.length) throw lost(id)
    },

    async reopened({ id, recording }) {
      const written = await db.execution.updateMany({ where: isOurs(id), data: { replay: storable(recording) } })
      if (written.count !== 1) throw lost(id)
    },

    async suspended({ id, fuelUsed }) {
      const written = await db.execution.updateMany({
        where: isOurs(id),
        data: { status: 'suspended', fuelUsed: BigInt(Math.round(fuelUsed)) },
      })
      if (written.count !== 1) throw lost(id)
    },

    async finished({ id, output, errorCode, journal, recording, fuelUsed, data }) {
      const pieces = await largePieces(output)
      await db.$transaction(async (tx) => {
        const ended = await tx.execution.updateMany({
          where: isOurs(id),
          data: {
            status: output.status === 'success' ? 'success' : 'error',
            errorCode: errorCode ?? null,
            ...(pieces === undefined ? { output: storable(output) } : {}),
            data: data ?? null,
            ...(recording === undefined ? {} : { replay: storable(recording) }),
            fuelUsed: BigInt(Math.round(fuelUsed)),
            queryTimeMs: output.status === 'success' ? output.metadata.query_time_ms : null,
            finishedAt: new Date(),
          },
        })
        if (ended.count !== 1) throw lost(id)
        if (recording === undefined) await dropSealedInputs(tx, [id])
        if (pieces !== undefined) await storeOutput(tx, id, pieces)
        // Of a durable one, most are there already.
        if (journal.length > 0) {
          await tx.journalEntry.createMany({ data: journal.map((entry) => rowOf(id, entry)), skipDuplicates: true })
        }
      }, transactionLimits)
    },
  }
}

/** In pieces: one parameter of many MB is made into a message at once. */
async function storeOutput(
  tx: Pick<DatabaseClient, '$executeRaw'>,
  id: ExecutionId,
  pieces: readonly string[],
): Promise<void> {
  await tx.$executeRaw`create temporary table output_pieces (at int, piece text) on commit drop`
  for (const [at, piece] of pieces.entries())
    await tx.$executeRaw`insert into output_pieces values (${at}, ${cleaned(piece)})`
  await tx.$executeRaw`
    update executions set output = (select string_agg(piece, '' order by at) from output_pieces)::jsonb where id = ${id}`
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
