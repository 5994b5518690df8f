import { text } from 'node:stream/consumers'
import { acquireDatabase } from '../acquire-database.ts'

/**
 * A separate process that uses the database, for tests: acquires it, prints its URL and releases it when its input
 * ends.
 * Arguments: data folder, project folder, outside folder.
 */
const [dataDir = '', projectRoot = '', outsideFolder = ''] = process.argv.slice(2)
try {
  const database = await acquireDatabase({ dataDir, projectRoot, outsideFolder, durable: true })
  process.stdout.write(`${database.url}\n`)
  await text(process.stdin)
  await database.release()
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
