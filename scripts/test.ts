import { ensureBrowser } from './browser.ts'
import { runBrowserTests } from './browser-tests.ts'
import { format, integrationTests, migrations, types, unitTests } from './checks.ts'
import { prepareContainerImages } from './container-images.ts'
import { appSteps, prepare, sourceSteps } from './prepare.ts'
import { elapsed, main, step } from './steps.ts'

/** The second half of `npm test`, on the pinned Node: every check in turn, until one fails. */
await main(async () => {
  const startedAt = performance.now()
  await step('A browser for the tests', ensureBrowser)
  await prepare(sourceSteps)
  for (const { label, run } of [format, types, migrations, unitTests]) await step(label, run)
  await prepareContainerImages()
  await step(integrationTests.label, integrationTests.run)
  await prepare(appSteps)
  await step('Browser tests', () => runBrowserTests([]))
  process.stdout.write(`\nEverything holds (${elapsed(startedAt)}).\n`)
  return 0
})
