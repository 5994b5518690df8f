import { actorOf, actorText } from '#lib/platform/model/actor.ts'
import type { AuditTrail } from '#lib/platform/server/audit/audit-trail.ts'
import { createGroupCommit } from '#lib/platform/server/db/batches.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { DatabaseError } from '#lib/platform/server/db/database-error.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { asStorable, cleaned, largePieces, storable } from '#lib/platform/server/db/storable.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { type ExecutionId, isId } from '#runner/contract/ids.ts'
import type { JournalEntry } from '#runner/contract/journal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { JsonValue } from '#runner/core/canonical-json.ts'
import type { AnswerStore, ExecutionEnd, ExecutionStart, ExecutionStore, JournalStore } from '#runner/core/ports.ts'
import { hashInSlices } from '#runner/slices/work-on-json.ts'
import { messageRowsOf, noteMessages } from '../messages/note-messages.ts'
import { putAnswer } from './answer-store.ts'
import { endedRow, type InvocationFacts, principalOfRow, startedRow } from './invocation-rows.ts'
import { sealsOfRows, startOf, storedEntry } from './record-rows.ts'
import type { RecordEnd, RecordSeals } from './record-seals.ts'
import { keepResults } from './stored-results.ts'
import { addUsage, usageOf } from './usage.ts'
import { addExecutionTimes, LostExecution, rowOf, type SmallEnd, writeEnds } from './write-ends.ts'
import { type Start, writeStarts } from './write-starts.ts'

/** Long enough for the database to store a large output. */
const transactionLimits = { timeout: 60_000 }

/**
 * Stores executions in the database. Only the process of `instanceId` writes to its executions. Each start and each end
 * commits together with its row of the audit trail. Concurrent starts share a transaction, and so do concurrent ends.
 */
export function createExecutionStore(
  db: DatabaseClient,
  instanceId: string,
  seals: RecordSeals,
  audit: AuditTrail,
  /** Whether other processes see this one as alive. Absent: yes. */
  isPresent: () => boolean = () => true,
  /** Gets the id of each execution whose start or end is perhaps not recorded, because the database failed. */
  unrecorded: Pick<Set<string>, 'add'> = new Set(),
  /** Keeps large results. */
  answers: Pick<AnswerStore, 'put'> = { put: async (hash, bytes) => void putAnswer(db, hash, bytes, new Date()) },
): ExecutionStore & JournalStore {
  const isOurs = (id: ExecutionId) => ({ id, instanceId, status: 'running' as const })
  /**
   * Ignores a deleted row: its user may have been deleted while others still wait for the result.
   *
   * @throws if the row still exists: then the execution has ended or belongs to another process
   */
  const letGo = async (tx: Prisma.TransactionClient, id: ExecutionId) => {
    if ((await tx.execution.findUnique({ where: { id }, select: { id: true } })) !== null) throw new LostExecution(id)
  }
  const insertStart = createGroupCommit<Start>({ write: (starts) => writeStarts({ db, audit }, starts) })
  const insertEnd = createGroupCommit<SmallEnd>({ write: (ends) => writeEnds({ db, instanceId, audit }, ends) })
  const inputHashes = new WeakMap<ExecutionStart, string>()
  const factsOf = async (start: ExecutionStart, input = storable(start.input)): Promise<InvocationFacts> => {
    const { principal, skill, version, digest, tier, keys } = start
    const inputHash = inputHashes.get(start) ?? (await hashInSlices(input))
    inputHashes.set(start, inputHash)
    return { principal, skill, version, digest, action: start.input.action, tier, keys, inputHash }
  }
  /** The facts from the execution's row, for an execution that ends without being resumed. */
  const factsOfRow = async (id: ExecutionId): Promise<InvocationFacts | undefined> => {
    const row = await db.execution.findUnique({ where: { id } })
    if (!row) return undefined
    const { skill, version, skillDigest: digest, action, input } = row
    const inputHash = await hashInSlices(Object(input))
    return { principal: principalOfRow(row), skill, version, digest, action, inputHash }
  }
  const noting = async (id: ExecutionId, written: Promise<void>) => {
    try {
      await written
    } catch (cause) {
      unrecorded.add(id)
      throw cause
    }
  }
  const sealed = (id: ExecutionId, entry: JournalEntry) => {
    const stored = storedEntry(entry)
    return { ...stored, mac: seals.entry(id, stored) }
  }

  return {
    async started(start) {
      if (!isPresent())
        throw new DatabaseError(
          'This process has lost its database connection and starts no executions until it reconnects',
        )
      const { id, skill, version, digest, input, inputRedacted, principal, partOf, durable } = start
      const replay = durable && storable(durable)
      const stored = storable(input)
      const execution = {
        id,
        skill,
        version,
        skillDigest: digest,
        action: input.action,
        principalId: principal.id,
        actor: actorText(actorOf(principal)),
        userId: isId('user', principal.id) ? principal.id : null,
        source: principal.source,
        trust: principal.trust,
        input: stored,
        inputRedacted,
        partOf: partOf ?? null,
        instanceId,
        ...(replay === undefined ? {} : { durable: { replay, seal: await seals.running(startOf(start, replay)) } }),
      }
      const record = startedRow(new Date(), id, await factsOf(start, stored))
      await noting(id, insertStart({ execution, record }))
    },

    async append(id, entries) {
      // The share lock prevents a takeover between the check and the inserts.
      const rows = JSON.stringify(entries.map((entry) => sealed(id, entry)))
      const written = await db.sql.$executeRaw`
        insert into journal_entries
          (execution_id, seq, op, args, args_hash, result, result_hash, settled, fuel_left, began_ms, duration_ms, mac)
        select e.id, j.seq, j.op, j.args, j.args_hash, j.result, j.result_hash, j.settled, j.fuel_left, j.began_ms, j.duration_ms, j.mac
        from (
          select id from executions
          where id = ${id} and instance_id = ${instanceId} and status = 'running' and is_durable
          for share
        ) as e,
        json_to_recordset(${rows}::json) as j(
          seq int, op text, args json, args_hash text, result json, result_hash text, settled int,
          fuel_left bigint, began_ms float8, duration_ms float8, mac text
        )
        on conflict (execution_id, seq) do update set
          op = excluded.op, args = excluded.args, args_hash = excluded.args_hash, result = excluded.result,
          result_hash = excluded.result_hash, settled = excluded.settled, fuel_left = excluded.fuel_left,
          began_ms = excluded.began_ms, duration_ms = excluded.duration_ms, mac = excluded.mac`
      if (written !== entries.length) throw new LostExecution(id)
    },

    async reopened(start) {
      const replay = storable(start.durable)
      const seal = await seals.running(startOf(start, replay))
      const written = await db.execution.updateMany({ where: isOurs(start.id), data: { replay, seal } })
      if (written.count !== 1) throw new LostExecution(start.id)
    },

    async suspended(start, fuelUsed, durationMs) {
      const { id } = start
      await db.$transaction(async (tx) => {
        const replay = storable(start.durable)
        const data = { status: 'suspended', fuelUsed: BigInt(Math.round(fuelUsed)), replay } as const
        const written = await tx.execution.updateMany({ where: isOurs(id), data })
        if (written.count !== 1) return letGo(tx, id)
        const journal = await sealsOfRows(tx, id)
        const seal = await seals.suspended(startOf(start, replay), journal)
        await tx.execution.update({ where: { id }, data: { seal }, select: { id: true } })
        if (start.skill === scriptName) {
          await tx.$executeRaw`
            update script_executions set
              execution_ms = execution_ms + ${durationMs}::int, llm_deadline = now() + llm_wait_s * interval '1 second'
            where id = ${id}`
        }
      })
    },

    finished: (ended) => noting(ended.id, finish(ended)),
  }

  async function finish(ended: ExecutionEnd): Promise<void> {
    const { id, journal, recorded } = ended
    const facts = recorded ? await factsOf(recorded.start) : await factsOfRow(id)
    // The execution was deleted meanwhile.
    if (facts === undefined) return
    const finishedAt = new Date()
    const { used, fuelUsed, peakMemoryBytes, durationMs } = ended
    const { output, resultsHash } = await keepResults(answers, ended.output)
    const outcome = output.status === 'success' ? output.status : (ended.errorCode ?? 'INTERNAL')
    const { pieces, value, isAsItWas } = await storedOutput(output)
    const outputHash = await hashInSlices(Object(ended.output))
    const result = { outcome, outputHash, used, fuelUsed, peakMemoryBytes, durationMs }
    const record = endedRow(finishedAt, id, facts, result)
    const end = endOf(ended, value)
    const isSame = isAsItWas && resultsHash === null
    const usage = usageOf(ended, { principalId: facts.principal.id, skill: facts.skill, finishedAt })
    const messages = messageRowsOf(ended.messages ?? [], { executionId: id, ...facts, notedAt: finishedAt })
    const entries = journal.map((entry) => sealed(id, entry))
    const replay = recorded && storable(recorded.recording)
    // Reuses the hashes of the audit row for the seal.
    const known = { input: facts.inputHash, ...(isSame ? { output: outputHash } : {}) }
    const sealWith = async (macs: readonly (string | null)[]) =>
      recorded && replay ? seals.ended(startOf(recorded.start, replay), end, macs, known) : null
    const isDurable = recorded?.start.durable !== undefined
    const executionMs = facts.skill === scriptName ? Math.round(durationMs ?? 0) : undefined
    // If part of the journal is already in the database, the seal must cover the rows there.
    const isWhole = !isDurable || ended.isWholeJournal === true
    const seal = isWhole ? await sealWith(entries.map(({ mac }) => mac)) : null
    if (isWhole && pieces === undefined) {
      return insertEnd({
        id,
        end,
        resultsHash,
        replay,
        seal,
        journal: entries,
        finishedAt,
        record,
        messages,
        executionMs,
        usage,
      })
    }
    await db.$transaction(async (tx) => {
      const written = await tx.execution.updateMany({
        where: isOurs(id),
        data: {
          status: end.status,
          errorCode: end.errorCode,
          ...(pieces === undefined ? { output: Object(value) } : {}),
          resultsHash,
          data: end.data,
          replay: replay ?? Prisma.DbNull,
          seal,
          fuelUsed: BigInt(end.fuelUsed),
          queryTimeMs: end.queryTimeMs,
          finishedAt,
        },
      })
      if (written.count !== 1) {
        await letGo(tx, id)
        return audit.record(tx, record, ...(await noteMessages(tx, messages)))
      }
      if (pieces !== undefined) await storeOutput(tx, id, pieces)
      // Most rows of a durable execution already exist.
      const rows = entries.map((entry) => rowOf(id, entry))
      if (rows.length > 0) await tx.journalEntry.createMany({ data: rows, skipDuplicates: true })
      if (!isWhole) {
        const data = { seal: await sealWith(await sealsOfRows(tx, id)) }
        await tx.execution.update({ where: { id }, data, select: { id: true } })
      }
      await addUsage(tx, [usage])
      await addExecutionTimes(tx, [{ id, executionMs }])
      await audit.record(tx, record, ...(await noteMessages(tx, messages)))
    }, transactionLimits)
  }
}

function endOf({ output, errorCode, data, fuelUsed }: ExecutionEnd, stored: JsonValue) {
  return {
    status: output.status === 'success' ? ('success' as const) : ('error' as const),
    errorCode: errorCode ?? null,
    output: stored,
    data: data ?? null,
    fuelUsed: String(Math.round(fuelUsed)),
    queryTimeMs: output.status === 'success' ? output.metadata.query_time_ms : null,
  } satisfies RecordEnd
}

type StoredOutput = {
  readonly pieces?: readonly string[]
  readonly value: JsonValue
  /** Whether the database returns exactly the given output. */
  readonly isAsItWas: boolean
}

/** An output as the database returns it, and its pieces if it is large. */
async function storedOutput(output: SkillOutput): Promise<StoredOutput> {
  const pieces = await largePieces(output)
  if (pieces === undefined) return asStorable(output)
  const clean = pieces.map(cleaned)
  const isAsItWas = clean.every((piece, at) => piece === pieces[at])
  return { pieces: clean, value: isAsItWas ? Object(output) : JSON.parse(clean.join('')), isAsItWas }
}

/** Inserts an output in pieces, because the serialization of one parameter of many MB would block the thread. */
async function storeOutput(
  tx: Pick<DatabaseClient, '$executeRaw'>,
  id: ExecutionId,
  pieces: readonly string[],
): Promise<void> {
  await tx.$executeRaw`create temporary table output_pieces (at int, piece text) on commit drop`
  for (const [at, piece] of pieces.entries()) await tx.$executeRaw`insert into output_pieces values (${at}, ${piece})`
  await tx.$executeRaw`
    update executions set output = (select string_agg(piece, '' order by at) from output_pieces)::json where id = ${id}`
}
