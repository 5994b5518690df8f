import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { OpenRecording } from '#runner/contract/journal.ts'
import type { AlteredExecution, UnfinishedExecution } from '#runner/core/ports.ts'
import { checkJournal, startOfRow } from './record-rows.ts'
import type { RecordSeals } from './record-seals.ts'

/**
 * Reads and authenticates an unfinished durable execution. The journal of a running execution is final only once no
 * other process owns the execution. The seal of a suspended execution covers its whole journal.
 */
export async function readUnfinished(
  db: Pick<DatabaseClient, 'execution'>,
  seals: RecordSeals,
  executionId: string,
  state: 'running' | 'suspended' = 'running',
): Promise<UnfinishedExecution | AlteredExecution> {
  const found = await db.execution.findUniqueOrThrow({
    where: { id: executionId },
    include: { journal: { orderBy: { seq: 'asc' } } },
  })
  const { journal: rows, ...row } = found
  const { skill, version, skillDigest: digest } = row
  const about = { id: ExecutionId.parse(row.id), skill, version }
  const journal = checkJournal(seals, rows)
  if (!journal.ok) return { ...about, altered: journal.altered }
  const start = startOfRow(row)
  const own = state === 'running' ? await seals.running(start) : await seals.suspended(start, journal.seals)
  if (!isMac(row.seal, own)) return { ...about, altered: 'the execution was changed after it was written' }
  return { ...about, digest, recording: OpenRecording.parse(row.replay), journal: journal.entries }
}
