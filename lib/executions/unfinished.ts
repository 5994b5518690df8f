import type { DatabaseClient } from '#lib/db/client.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { OpenRecording } from '#runner/contract/journal.ts'
import type { UnfinishedExecution } from '#runner/ports.ts'
import { entryOf } from './recordings.ts'

/** Reads a durable execution that has not ended. Its journal is at its end once no other process has it. */
export async function readUnfinished(db: DatabaseClient, id: string): Promise<UnfinishedExecution> {
  const row = await db.execution.findUniqueOrThrow({ where: { id }, include: { journal: { orderBy: { seq: 'asc' } } } })
  return {
    id: ExecutionId.parse(row.id),
    skill: row.skill,
    digest: row.skillDigest,
    recording: OpenRecording.parse(row.replay),
    journal: row.journal.map(entryOf),
  }
}
