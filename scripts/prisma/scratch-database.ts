import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { memoryFolder } from '../testing/memory-folder.ts'

/** Runs `work` on a temporary server with an empty database, so that no existing data is touched. */
export const withScratchDatabase = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const dataDir = mkdtempSync(join(memoryFolder(), 'travel-scratch-'))
  chmodSync(dataDir, 0o711)
  try {
    await using database = await acquireDatabase({ dataDir, durable: false })
    return await work(database.url)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
