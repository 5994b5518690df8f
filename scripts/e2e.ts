import { runBrowserTests } from './browser-tests.ts'
import { prepare, strictAppSteps } from './prepare.ts'
import { main } from './steps.ts'

/** `npm run test:e2e [-- PLAYWRIGHT ARGUMENTS]` */
await main(async () => {
  await prepare(strictAppSteps)
  await runBrowserTests(process.argv.slice(2))
  return 0
})
