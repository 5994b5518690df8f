import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import startEnvironment from '#e2e/environment.ts'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { startAppServer } from './app-server.ts'
import { ensureBrowser } from './browser.ts'
import { findFreePort } from './free-port.ts'
import { runNode, StepError } from './steps.ts'
import { memoryFolder } from './testing/memory-folder.ts'
import { withoutSettings } from './testing/without-settings.ts'

/**
 * Runs the browser tests against the built app on a free port, with a new database and new secrets.
 *
 * @param args Playwright arguments, such as a file name or `--project phone`
 * @param env variables for Playwright in addition to those of the app under test
 */
export const runBrowserTests = async (args: string[], env: Record<string, string> = {}): Promise<void> => {
  const browser = await ensureBrowser()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(memoryFolder(), 'travel-e2e-'))
  chmodSync(dataDir, 0o711)
  const environment = await startEnvironment(url)
  const appLines: string[] = []
  // Keeps the database server running until the end, even if a test kills the app.
  const database = await acquireDatabase({ dataDir, durable: false })
  const app = startAppServer({
    mode: 'start',
    host: '127.0.0.1',
    port,
    env: {
      ...withoutSettings,
      TRAVEL_DATA_DIR: dataDir,
      NEXTAUTH_URL: url,
      TRAVEL_E2E_PAGES: 'on',
      ...environment.env,
    },
    print: (line) => appLines.push(line),
  })
  try {
    await app.ready()
    await runNode('node_modules/@playwright/test/cli.js', ['test', ...args], {
      show: true,
      // The apps and commands that tests start inherit these variables.
      env: {
        ...withoutSettings,
        ...env,
        ...environment.env,
        CHROME_PATH: browser,
        TRAVEL_E2E_URL: url,
        TRAVEL_E2E_DATA_DIR: dataDir,
        TRAVEL_E2E_DATABASE_URL: database.url,
      },
    })
  } catch (error) {
    const log = appLines.slice(-40).join('\n')
    throw new StepError(error instanceof Error ? error.message : String(error), `End of the app's output:\n${log}`)
  } finally {
    await app.stop()
    await environment.stop()
    await database.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
