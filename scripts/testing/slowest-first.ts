import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Integration tests that are slow although their files are short, because they start many containers, or kill and
 * restart processes. The slowest first.
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
 * Starts the slowest files first, so that no worker runs one of them alone at the end. Without durations of an earlier
 * run, as in a fresh checkout, Vitest itself sorts by file size.
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
