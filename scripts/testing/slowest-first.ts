import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Integration tests that are slow although their files are short, because they start many containers, or kill and
 * restart processes. The slowest first.
 */
export const longest: readonly string[] = [
  'runner/runtimes/container/container.conformance',
  'runner/runtimes/container/testing/bypass/bypass',
  'lib/skills/server/executions/durable',
  'lib/agents/server/scripts/killed',
  'lib/compose/container-crash',
  'gates/hostile-folders',
  'lib/agents/server/scripts/python-leaks',
  'scripts/prisma/check',
  'lib/agents/server/scripts/busy',
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
