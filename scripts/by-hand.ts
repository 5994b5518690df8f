import { runBrowserTests } from './browser-tests.ts'
import { prepare, strictAppSteps } from './prepare.ts'

/**
 * Does tasks and takes pictures in the built app that a person then judges. Continuous integration runs none of them.
 *
 * @param args Playwright arguments, such as a file name of `e2e/by-hand`
 */
export async function doByHand(args: readonly string[]): Promise<void> {
  await prepare(strictAppSteps)
  await runBrowserTests([...args, '--project', 'by-hand'], { TRAVEL_E2E_BY_HAND: 'yes' })
}
