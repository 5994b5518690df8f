import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Recording } from '#runner/contract/journal.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import type { RecordingSource } from '#runner/core/ports.ts'
import { checkJournal, endOfRow, entryOf, startOfRow } from './record-rows.ts'
import type { RecordSeals } from './record-seals.ts'

/** Loads ended executions for replays and verifies that their records are authentic. */
export function createRecordingSource(db: DatabaseClient, seals: RecordSeals): RecordingSource {
  return {
    async load(id) {
      const found = await db.execution.findUnique({ where: { id }, include: { journal: { orderBy: { seq: 'asc' } } } })
      if (!found) return { missing: `the execution ${id} does not exist` }
      const { journal: rows, ...row } = found
      if (row.finishedAt === null) return { missing: `the execution ${id} has not ended yet` }
      const recording = Recording.safeParse(row.replay)
      if (!recording.success || row.fuelUsed === null) {
        return { missing: `the execution ${id} has no recording, because its process ended first` }
      }
      const journal = checkJournal(seals, rows)
      if (!journal.ok) return journal
      if (!isMac(row.seal, await seals.ended(startOfRow(row), endOfRow(row), journal.seals))) {
        return { altered: 'the execution was changed after it was written, or host calls were removed or added' }
      }
      return {
        id,
        skill: row.skill,
        digest: row.skillDigest,
        recording: recording.data,
        journal: rows.flatMap((one) => entryOf(one) ?? []),
        output: SkillOutput.parse(row.output),
        fuelUsed: Number(row.fuelUsed),
        data: row.data ?? undefined,
      }
    },
  }
}
