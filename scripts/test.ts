import { readArguments } from './arguments.ts'
import { ensureBrowser } from './browser.ts'
import { runBrowserTests } from './browser-tests.ts'
import { format, integrationTests, migrations, testStep, types, unitTests } from './checks.ts'
import { prepareContainerImages } from './container-images.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { main, runNode, step } from './steps.ts'
import { conclusionOf } from './testing/conclusion.ts'
import { isContinuousIntegration } from './testing/needs.ts'
import { withReport } from './testing/with-report.ts'

/**
 * The second half of `npm test`, on the pinned Node: runs the checks in order until one fails, and lists the skipped
 * tests at the end.
 */
await main(async () => {
  const startedAt = performance.now()
  readArguments({})
  // In CI, the tests run on every known build of Python. Compiling one leaves a core idle for half of the time, so it
  // runs in parallel with the checks and the build of the app.
  const python = isContinuousIntegration ? compilePython() : Promise.resolve('')
  python.catch(() => {})
  await step('Browser for the tests', ensureBrowser)
  await prepare(sourceSteps)
  for (const { label, run } of [format, types, migrations]) await step(label, run)
  // Building images mostly waits for the disk and the engine, so it runs in parallel with the unit tests, which need
  // the CPU.
  const images = prepareContainerImages()
  images.catch(() => {})
  // The build runs at low priority and uses the cores that the other steps leave idle while they wait.
  const app = runNode('scripts/build.ts', ['--strict'], { isLowPriority: true })
  app.catch(() => {})
  process.stdout.write(await step('Python for the tests', () => python))
  const unit = await testStep(unitTests)
  process.stdout.write((await step('Images for the container tests', () => images)) ?? '')
  const integration = await testStep(integrationTests)
  await step('Building the app', () => app)
  const browser = await testStep({ label: 'Browser tests', run: () => withReport((env) => runBrowserTests([], env)) })
  process.stdout.write(`\n${conclusionOf([unit, integration, browser], performance.now() - startedAt)}`)
  return 0
})

/**
 * Compiles the build of Python that npm does not have. Returns a notice if a mirror has dropped its pinned packages: this
 * is no fault of the code under test, and the tests on that build are listed as skipped.
 */
async function compilePython(): Promise<string> {
  const missing = await runNode('scripts/build-python.ts', ['--packages-only']).then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )
  if (missing !== undefined) return `Python is tested only in the build of npm:\n${missing}\n`
  await runNode('scripts/build-python.ts')
  return ''
}
