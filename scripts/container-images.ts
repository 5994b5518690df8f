import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { runNode, StepError, step } from './steps.ts'

/**
 * Builds what the tests of containers need, before they start side by side. Without a Docker engine they are left out,
 * which is said; with `CI=true` that is an error.
 */
export const prepareContainerImages = async (): Promise<void> => {
  try {
    await createImageEngine().requireDocker()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    if (process.env.CI === 'true') throw new StepError(`The tests of containers need a Docker engine. ${reason}`)
    process.stdout.write(`Tests of containers are left out. ${reason}\n`)
    return
  }
  await step('Images for the tests of containers', () => runNode('lib/cli/main.ts', ['skill', 'images']))
}
