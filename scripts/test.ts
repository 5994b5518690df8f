import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { readArguments } from './arguments.ts'
import { ensureBrowser } from './browser.ts'
import { runBrowserTests } from './browser-tests.ts'
import { faults, format, integrationTests, migrations, testStep, types, unitTests } from './checks.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { main, runNode, StepError, step } from './steps.ts'
import { conclusionOf } from './testing/conclusion.ts'
import { withReport } from './testing/with-report.ts'

/**
 * Builds the images that the container tests need, before the tests start in parallel. Without a Docker engine the
 * tests are skipped; with `CI=true` that is an error.
 *
 * @returns the reason why the container tests are skipped, as a sentence
 */
const prepareContainerImages = async (): Promise<string | undefined> => {
  try {
    await createImageEngine().requireDocker()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (process.env.CI === 'true') throw new StepError(`The container tests need a Docker engine. ${reason}`)
    return `Skipping the container tests. ${reason}\n`
  }
  await runNode('lib/cli/main.ts', ['skill', 'images'])
  return undefined
}

/**
 * The second half of `npm test`, on the pinned Node: runs the checks in order until one fails, and lists the skipped
 * tests at the end.
 */
await main(async () => {
  const startedAt = performance.now()
  readArguments({})
  await step('Browser for the tests', ensureBrowser)
  await prepare(sourceSteps)
  // Building images mostly waits for the disk and the engine, so it runs in parallel with the steps that need the CPU.
  const images = prepareContainerImages()
  images.catch(() => {})
  // As early as the other steps: at a lower priority, the build would end last, and what needs it would begin last.
  const app = runNode('scripts/build.ts', ['--strict'])
  app.catch(() => {})
  // Faults last longer than they need the CPU, so they run beside the other tests, but not beside a browser that waits.
  const hasFaults = process.platform === 'linux'
  const underFaults = app.then(() => (hasFaults ? faults.run() : undefined))
  underFaults.catch(() => {})
  for (const { label, run } of [format, types, migrations]) await step(label, run)
  const unit = await testStep(unitTests)
  process.stdout.write((await step('Images for the container tests', () => images)) ?? '')
  const integration = await testStep(integrationTests)
  await step('Building the app', () => app)
  if (hasFaults) await step(faults.label, () => underFaults)
  else process.stdout.write(`${faults.label}: skipped, because only Linux tells which process listens on a port\n`)
  const browser = await testStep({ label: 'Browser tests', run: () => withReport((env) => runBrowserTests([], env)) })
  process.stdout.write(`\n${conclusionOf([unit, integration, browser], performance.now() - startedAt)}`)
  return 0
})
