import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { sealAgain } from '../record-rows.ts'
import { testSeals } from './durable-runner.ts'

/** Reseals an execution's record that a test changed, as a process with the key would. */
export async function reseal(db: DatabaseClient, id: string, state: 'running' | 'suspended'): Promise<void> {
  if (!(await sealAgain(db, testSeals, id, state))) throw new Error('A host call is invalid')
}
