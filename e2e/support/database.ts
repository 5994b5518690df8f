import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { setting } from './setting.ts'

/** Runs `work` with a connection to the database of the app under test. */
export async function withDatabase<T>(work: (db: DatabaseClient) => Promise<T>, url?: string): Promise<T> {
  const db = createDatabaseClient(url ?? setting('TRAVEL_E2E_DATABASE_URL'), { connections: 2 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}
