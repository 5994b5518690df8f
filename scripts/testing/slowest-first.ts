import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Tests that are slow although their files are short, because their cases are elsewhere, or because they start many
 * containers, or kill and restart processes. The slowest first.
 */
export const longest: readonly string[] = [
  'runner/runtimes/container/container.conformance.integration',
  'runner/runtimes/container/testing/bypass/bypass.integration',
  'lib/skills/server/executions/durable.integration',
  'lib/agents/server/scripts/killed.integration',
  'lib/compose/container-crash.integration',
  'gates/hostile-folders.integration',
  'lib/agents/server/scripts/python-leaks.integration',
  'scripts/prisma/check.integration',
  'lib/agents/server/scripts/busy.integration',
  'runner/runtimes/python/python.conformance',
  'runner/runtimes/quickjs/quickjs.conformance',
].map((name) => `${name}.test.ts`)

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
