import { runBrowserTests } from './browser-tests.ts'
import { prepare, strictAppSteps } from './prepare.ts'

/**
 * Does tasks in the built app that a person then judges, of which continuous integration runs none.
 *
 * @param args Playwright arguments, such as a file name of `e2e/by-hand`
 */
export async function doByHand(args: readonly string[]): Promise<void> {
  await prepare(strictAppSteps)
  process.env.TRAVEL_E2E_TASKS = 'yes'
  await runBrowserTests([...args, '--project', 'tasks'])
}
