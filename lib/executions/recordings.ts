import type { DatabaseClient } from '#lib/db/client.ts'
import { JournalEntry, Recording } from '#runner/contract/journal.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import type { RecordingSource } from '#runner/ports.ts'

/** Reads ended executions back, to be replayed. */
export function createRecordingSource(db: DatabaseClient): RecordingSource {
  return {
    async load(id) {
      const row = await db.execution.findUnique({ where: { id }, include: { journal: { orderBy: { seq: 'asc' } } } })
      if (!row) return { missing: `there is no execution ${id}` }
      if (row.finishedAt === null) return { missing: `the execution ${id} has not ended yet` }
      if (row.replay === null || row.fuelUsed === null) {
        return { missing: `the execution ${id} has no recording: its process ended before it did` }
      }
      return {
        id,
        skill: row.skill,
        digest: row.skillDigest,
        recording: Recording.parse(row.replay),
        journal: row.journal.map(entryOf),
        output: SkillOutput.parse(row.output),
        fuelUsed: Number(row.fuelUsed),
        data: row.data ?? undefined,
      }
    },
  }
}

type Row = {
  seq: number
  op: string
  args: unknown
  argsHash: string | null
  result: unknown
  resultHash: string | null
  settled: number | null
  fuelLeft: bigint
  durationMs: number
}

/** A row of a journal as the runner knows it. */
export function entryOf(row: Row): JournalEntry {
  return JournalEntry.parse({
    seq: row.seq,
    op: row.op,
    args: row.args,
    args_hash: row.argsHash ?? undefined,
    result: row.result,
    result_hash: row.resultHash ?? undefined,
    settled: row.settled ?? undefined,
    fuel_left: Number(row.fuelLeft),
    duration_ms: row.durationMs,
  })
}
