import { runBrowserTests } from './browser-tests.ts'
import { appSteps, prepare } from './prepare.ts'
import { main } from './steps.ts'

/** `node scripts/screenshots.ts`: takes the pictures in docs/screenshots anew. */
await main(async () => {
  await prepare(appSteps)
  process.env.TRAVEL_E2E_SCREENSHOTS = 'yes'
  await runBrowserTests(['--project', 'screenshots'])
  return 0
})
