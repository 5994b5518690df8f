import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { entryOf, sealsOfRows, startOfRow } from '../record-rows.ts'
import { testSeals } from './durable-runner.ts'

/** Reseals an execution's record that a test changed, as a process with the key would. */
export async function reseal(db: DatabaseClient, id: string, state: 'running' | 'suspended'): Promise<void> {
  for (const row of await db.journalEntry.findMany({ where: { executionId: id } })) {
    const entry = entryOf(row)
    if (!entry) throw new Error(`Host call ${row.seq} is invalid`)
    const { executionId, seq } = row
    await db.journalEntry.update({
      where: { executionId_seq: { executionId, seq } },
      data: { mac: testSeals.entry(id, entry) },
    })
  }
  const start = startOfRow(await db.execution.findUniqueOrThrow({ where: { id } }))
  const journal = await sealsOfRows(db, id)
  const seal = state === 'running' ? await testSeals.running(start) : await testSeals.suspended(start, journal)
  await db.execution.update({ where: { id }, data: { seal } })
}
