import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireDatabase } from '../../lib/platform/server/db/acquire-database.ts'
import { startAppServer } from '../../scripts/app-server.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { prepare, strictAppSteps } from '../../scripts/prepare.ts'
import { withoutSettings } from '../../scripts/testing/without-settings.ts'

export type OpenApp = AsyncDisposable & { readonly url: string; readonly databaseUrl: string; readonly dataDir: string }

type Options = {
  /** Creates a separate installation in the given folder, and returns it. Absent: the app runs from the project. */
  readonly install?: (folder: string) => Promise<string>
  /** Gets each line of its log. Absent: they are printed. */
  readonly print?: (line: string) => void
}

/**
 * Starts the built app as a user does, but on a free port and with its own data folder. Without `settings`, the app
 * uses the sample provider. The app takes the client's address from `x-forwarded-for`, so that one machine can act as
 * many travelers, each with separate rate limits.
 */
export async function openApp(
  settings: Readonly<Record<string, string>> = {},
  { install, print = (line) => process.stderr.write(`${line}\n`) }: Options = {},
): Promise<OpenApp> {
  await prepare(strictAppSteps)
  const dataDir = mkdtempSync(join(tmpdir(), 'travel-bench-'))
  // Lets the built-in database's system user reach its folder.
  chmodSync(dataDir, 0o711)
  await using opened = new AsyncDisposableStack()
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await acquireDatabase({ dataDir })
  opened.defer(() => database.release())
  const folder = await install?.(join(dataDir, 'installation'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const app = startAppServer({
    mode: 'start',
    host: '127.0.0.1',
    port,
    folder,
    env: {
      ...withoutSettings,
      TRAVEL_DATA_DIR: dataDir,
      NEXTAUTH_URL: url,
      TRAVEL_TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    print,
  })
  opened.defer(() => app.stop())
  await app.ready()
  const running = opened.move()
  return { url, databaseUrl: database.url, dataDir, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
