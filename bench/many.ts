import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { agentAmong } from './agent.ts'
import { endFilled } from './console/fill-database.ts'
import { readsAmong } from './console.ts'
import type { Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'

const executions = 10_000_000
/** Takes 24 GB of disk and an hour. */
const fill = { executions, profiles: 100_000, savedSearches: 1_000_000, isLean: true }

/** Measures the reads of the console and scripts of agents among ten million executions. */
export async function many(): Promise<Measurement[]> {
  await using database = await openDatabase()
  const reads = await readsAmong(database.url, fill)
  const db = createDatabaseClient(database.url, { connections: 1 })
  await endFilled(db)
  await db.$disconnect()
  return [...reads, ...(await agentAmong(database.url, executions))]
}
