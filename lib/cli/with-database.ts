import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { secureDataFolder } from '#lib/platform/server/files/secure-data-folder.ts'

/** Runs `work` with the URL of the instance's database, without migrating it, and then releases the database. */
export const withDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const { dataDir, databaseUrl } = readEnv()
  secureDataFolder(dataDir, (sentence) => process.stderr.write(`${sentence}\n`))
  await using database = await acquireDatabase({ dataDir, databaseUrl })
  return await work(database.url)
}
