import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { runNode, StepError, step } from './steps.ts'

/**
 * Builds the images that the container tests need, before the tests start in parallel. Without a Docker engine the
 * tests are skipped with a message; with `CI=true` that is an error.
 */
export const prepareContainerImages = async (): Promise<void> => {
  try {
    await createImageEngine().requireDocker()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (process.env.CI === 'true') throw new StepError(`The container tests need a Docker engine. ${reason}`)
    process.stdout.write(`Skipping the container tests. ${reason}\n`)
    return
  }
  await step('Images for the container tests', () => runNode('lib/cli/main.ts', ['skill', 'images']))
}
