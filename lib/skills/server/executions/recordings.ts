import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Execution, JournalEntry as JournalRow } from '#lib/platform/server/db/generated/client.ts'
import { Recording } from '#runner/contract/journal.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import type { RecordingSource } from '#runner/core/ports.ts'
import { checkJournal, type EndColumns, endOfRow, entryOf, type StartColumns, startOfRow } from './record-rows.ts'
import type { RecordSeals } from './record-seals.ts'
import { wholeOutput } from './stored-results.ts'

type Row = Pick<Execution, StartColumns | EndColumns | 'finishedAt' | 'seal'>

/** Loads ended executions for replays and verifies that their records are authentic. */
export function createRecordingSource({ sql }: Pick<DatabaseClient, 'sql'>, seals: RecordSeals): RecordingSource {
  return {
    async load(id) {
      const [row] = await sql.$queryRaw<Row[]>`
        select id, skill, version, skill_digest as "skillDigest", action, principal_id as "principalId", source, trust,
          status, error_code as "errorCode", input, output, data, fuel_used as "fuelUsed",
          query_time_ms as "queryTimeMs", finished_at as "finishedAt", replay, seal
        from executions where id = ${id}`
      if (row === undefined) return { missing: `the execution ${id} does not exist` }
      if (row.finishedAt === null) return { missing: `the execution ${id} has not ended yet` }
      if (row.output === null) return { missing: `the execution ${id} is so old that its recording was deleted` }
      const recording = Recording.safeParse(row.replay)
      if (!recording.success || row.fuelUsed === null) {
        return { missing: `the execution ${id} has no recording, because its process ended first` }
      }
      const rows = await sql.$queryRaw<JournalRow[]>`
        select execution_id as "executionId", seq, op, args, args_hash as "argsHash", result,
          result_hash as "resultHash", settled, fuel_left as "fuelLeft", began_ms as "beganMs",
          duration_ms as "durationMs", mac
        from journal_entries where execution_id = ${id} order by seq`
      const journal = checkJournal(seals, rows)
      if (!journal.ok) return journal
      if (!isMac(row.seal, await seals.ended(startOfRow(row), endOfRow(row), journal.seals))) {
        return { altered: 'the execution was changed after it was written, or host calls were removed or added' }
      }
      const output = await wholeOutput(sql, row.output)
      if (output === undefined) return { missing: `the results of the execution ${id} are no longer stored` }
      return {
        id,
        skill: row.skill,
        digest: row.skillDigest,
        recording: recording.data,
        journal: rows.flatMap((one) => entryOf(one) ?? []),
        output: SkillOutput.parse(output),
        fuelUsed: Number(row.fuelUsed),
        data: row.data ?? undefined,
      }
    },
  }
}
