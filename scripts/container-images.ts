import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { runNode, StepError } from './steps.ts'

/**
 * Builds the images that the container tests need, before the tests start in parallel. Without a Docker engine the
 * tests are skipped; with `CI=true` that is an error.
 *
 * @returns the reason why the container tests are skipped, as a sentence
 */
export const prepareContainerImages = async (): Promise<string | undefined> => {
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
