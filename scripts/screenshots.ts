import { readArguments } from './arguments.ts'
import { runBrowserTests } from './browser-tests.ts'
import { prepare, strictAppSteps } from './prepare.ts'
import { main } from './steps.ts'

/** `node scripts/screenshots.ts`: renews the screenshots in docs/screenshots. */
await main(async () => {
  readArguments({})
  await prepare(strictAppSteps)
  process.env.TRAVEL_E2E_SCREENSHOTS = 'yes'
  await runBrowserTests(['--project', 'screenshots'])
  return 0
})
