import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The integration tests that take long although their files are short: they start many containers, or processes that
 * are killed and started again. The longest first.
 */
export const longest: readonly string[] = [
  'runner/runtimes/container/container.conformance',
  'runner/runtimes/container/bypass/bypass',
  'lib/executions/durable',
  'lib/scripts/killed',
  'lib/compose/container-crash',
  'runner/runtimes/container/pre-started/pre-started.conformance',
  'runner/gates/hostile-folders',
  'lib/scripts/python-leaks',
  'scripts/prisma/check',
  'lib/scripts/busy',
].map((name) => `${name}.integration.test.ts`)

/**
 * Starts the longest files first, so that no worker is left with one of them at the end while the others have nothing to
 * do. Vitest itself goes by the size of a file where no earlier run has left its duration, as in a fresh checkout.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
      return rank === -1 ? longest.length : rank
    }
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}
