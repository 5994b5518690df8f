import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { entryOf, sealsOfRows, startOfRow } from './record-rows.ts'
import type { RecordSeals } from './record-seals.ts'

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
