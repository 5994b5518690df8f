import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { type AppServer, startAppServer } from '../../scripts/app-server.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { memoryFolder } from '../../scripts/testing/memory-folder.ts'
import { withDatabase } from './database.ts'

/** A separate app for one test, with its own data folder, beside the shared app of the other tests. */
export type OwnApp = AsyncDisposable & {
  readonly url: string
  /** The app's settings, for commands that share its data. */
  readonly env: Readonly<Record<string, string>>
  /** Starts or restarts the app; resolves when it is healthy. */
  start(): Promise<void>
  /** Kills the app with SIGKILL. */
  crash(): Promise<void>
  /** Runs `work` on the app's database, even while the app is stopped. */
  inDatabase<T>(work: (db: DatabaseClient) => Promise<T>): Promise<T>
  /** The app's output so far. */
  printed(): string
}

/** `more`: further settings of the app. */
export async function createOwnApp(more: Readonly<Record<string, string>>): Promise<OwnApp> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'travel-own-'))
  // Lets the built-in database's system user reach its folder.
  chmodSync(dataDir, 0o711)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { TRAVEL_DATA_DIR: dataDir, DATABASE_URL: '', NEXTAUTH_URL: url, ...more }
  const lines: string[] = []
  let app: AppServer | undefined
  return {
    url,
    env,
    async start() {
      app = startAppServer({ mode: 'start', host: '127.0.0.1', port, env, print: (line) => lines.push(line) })
      await app.ready()
    },
    async crash() {
      app?.kill()
      await app?.ended
    },
    async inDatabase(work) {
      await using database = await acquireDatabase({ dataDir })
      return await withDatabase(work, database.url)
    },
    printed: () => lines.join('\n'),
    async [Symbol.asyncDispose]() {
      await app?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
