import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Execution, JournalEntry as JournalRow } from '#lib/platform/server/db/generated/client.ts'
import { type Storable, storable } from '#lib/platform/server/db/storable.ts'
import { JournalEntry } from '#runner/contract/journal.ts'
import type { ExecutionStart } from '#runner/core/ports.ts'
import type { RecordEnd, RecordSeals, RecordStart } from './record-seals.ts'

/** A journal entry as the database returns it. */
export function storedEntry(entry: JournalEntry): JournalEntry {
  return Object(storable({ ...entry, args: entry.args ?? {} }))
}

/** An execution's start in the form of its row. */
export function startOf(
  { id, skill, version, digest, input, principal }: ExecutionStart,
  recording: Storable,
): RecordStart {
  const { id: principalId, source, trust } = principal
  return {
    id,
    skill,
    version,
    digest,
    action: input.action,
    principal: { id: principalId, source, trust },
    input: storable(input),
    recording,
  }
}

export type StartColumns =
  | ('id' | 'skill' | 'version' | 'skillDigest' | 'action' | 'principalId' | 'source' | 'trust')
  | ('input' | 'replay')

/** The start, read from a row. */
export function startOfRow(row: Pick<Execution, StartColumns>): RecordStart {
  const { id, skill, version, skillDigest: digest, action, principalId, source, trust, input, replay } = row
  return {
    id,
    skill,
    version,
    digest,
    action,
    principal: { id: principalId, source, trust },
    input: Object(input),
    recording: Object(replay),
  }
}

export type EndColumns = 'status' | 'errorCode' | 'output' | 'data' | 'fuelUsed' | 'queryTimeMs'

export function endOfRow(row: Pick<Execution, EndColumns>): RecordEnd {
  const { status, errorCode, output, data, fuelUsed, queryTimeMs } = row
  return {
    status,
    errorCode,
    output: Object(output),
    data,
    fuelUsed: fuelUsed === null ? null : String(fuelUsed),
    queryTimeMs,
  }
}

/** A journal row as the runner's entry; undefined if invalid. */
export function entryOf(row: JournalRow): JournalEntry | undefined {
  return JournalEntry.safeParse({
    seq: row.seq,
    op: row.op,
    args: row.args,
    args_hash: row.argsHash ?? undefined,
    result: row.result,
    result_hash: row.resultHash ?? undefined,
    settled: row.settled ?? undefined,
    fuel_left: Number(row.fuelLeft),
    began_ms: row.beganMs ?? undefined,
    duration_ms: row.durationMs,
  }).data
}

type CheckedJournal =
  | { readonly ok: true; readonly entries: readonly JournalEntry[]; readonly seals: readonly (string | null)[] }
  /** What was changed. */
  | { readonly ok: false; readonly altered: string }

/** The entries of a journal, in the order of its rows, if every row is authentic and no answer is missing. */
export function checkJournal(seals: RecordSeals, rows: readonly JournalRow[]): CheckedJournal {
  const entries: JournalEntry[] = []
  for (const row of rows) {
    const entry = entryOf(row)
    if (!entry || !isMac(row.mac, seals.entry(row.executionId, entry))) {
      return { ok: false, altered: `host call ${row.seq} was changed after it was written` }
    }
    entries.push(entry)
  }
  const places = entries.flatMap(({ settled }) => settled ?? []).sort((a, b) => a - b)
  const missing = places.findIndex((place, at) => place !== at)
  if (missing >= 0) return { ok: false, altered: `the answer number ${missing} was removed after it was written` }
  return { ok: true, entries, seals: rows.map(({ mac }) => mac) }
}

/** The seals of a journal's current rows, in order of `seq`. */
export async function sealsOfRows(
  tx: Pick<DatabaseClient, 'journalEntry'>,
  executionId: string,
): Promise<readonly (string | null)[]> {
  const rows = await tx.journalEntry.findMany({
    where: { executionId },
    orderBy: { seq: 'asc' },
    select: { mac: true },
  })
  return rows.map(({ mac }) => mac)
}

/**
 * Seals the rows of an unfinished execution as they are. Only for rows whose content the caller vouches for, such as
 * those of an authentic file.
 *
 * @returns false if a host call is invalid; then its row has no seal
 */
export async function sealAgain(
  db: Pick<DatabaseClient, 'execution' | 'journalEntry'>,
  seals: RecordSeals,
  id: string,
  state: 'running' | 'suspended',
): Promise<boolean> {
  for (const row of await db.journalEntry.findMany({ where: { executionId: id } })) {
    const entry = entryOf(row)
    if (!entry) return false
    const where = { executionId_seq: { executionId: id, seq: row.seq } }
    await db.journalEntry.update({ where, data: { mac: seals.entry(id, entry) }, select: { seq: true } })
  }
  const start = startOfRow(await db.execution.findUniqueOrThrow({ where: { id } }))
  const journal = await sealsOfRows(db, id)
  const seal = state === 'running' ? await seals.running(start) : await seals.suspended(start, journal)
  await db.execution.update({ where: { id }, data: { seal }, select: { id: true } })
  return true
}
